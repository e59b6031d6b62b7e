// SPDX-License-Identifier: GPL-3.0-or-later
#include "filter/filterchips.h"

#include "theme/theme.h"
#include "widgets/tones.h"

#include <QtGui/QPainter>
#include <QtWidgets/QAbstractButton>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>

#include <algorithm>
#include <memory>

namespace cheetah::gui {

namespace {

/// A pill with the text of a part and a cross.
class Chip final : public QAbstractButton {
public:
    Chip(const Theme &theme, const QString &text, QWidget *parent) : QAbstractButton(parent), m_theme(theme)
    {
        setText(text);
        setFocusPolicy(Qt::StrongFocus);
        setCursor(Qt::ArrowCursor);
        setAttribute(Qt::WA_Hover);
    }

    QSize sizeHint() const override
    {
        const int wide =
            std::min(fontMetrics().horizontalAdvance(text()) + 1, fontMetrics().averageCharWidth() * longest);
        return {wide + Theme::iconSide() + 4 * gap(), std::max(24, fontMetrics().height() + 2 * gap())};
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const QRectF pill = QRectF(rect()).adjusted(0.5, 2.5, -0.5, -2.5);
        const bool isTouched = underMouse() || isDown();
        paintPill(painter, pill, m_theme.fill(isTouched ? Tone::Accent : Tone::Neutral), pill.height() / 2,
                  hasFocus() ? palette().color(QPalette::Link) : QColor());
        const int side = Theme::iconSide();
        const QRect cross(width() - side - gap(), (height() - side) / 2, side, side);
        const QRect words = rect().adjusted(2 * gap(), 0, -(side + 2 * gap()), 0);
        painter.setPen(palette().color(QPalette::WindowText));
        painter.drawText(words, int(Qt::AlignLeft | Qt::AlignVCenter) | Qt::TextSingleLine,
                         fontMetrics().elidedText(text(), Qt::ElideMiddle, words.width()));
        m_theme.paint(painter, cross, Glyph::Close, isTouched ? Tone::Neutral : Tone::Muted);
    }

private:
    static constexpr int longest = 32; ///< letters
    int gap() const { return std::max(3, fontMetrics().height() / 4); }

    const Theme &m_theme;
};

} // namespace

FilterChips::FilterChips(Theme &theme, QWidget *parent)
    : QWidget(parent), m_theme(theme), m_layout(new QHBoxLayout(this))
{
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->addStretch();
}

void FilterChips::setExpression(const Expression &expression)
{
    const int width = parentWidget()->width();
    if (m_shown == expression.text() && m_width == width)
        return;
    m_shown = expression.text();
    m_width = width;
    while (m_layout->count() > 1) {
        const auto item = std::unique_ptr<QLayoutItem>(m_layout->takeAt(0));
        item->widget()->hide();
        item->widget()->deleteLater(); // it may be the one that was clicked
    }
    int left = width - fontMetrics().horizontalAdvance(QStringLiteral("+100 "));
    const auto &parts = expression.parts();
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const QString text = m_shown.mid(parts[i].position, parts[i].length);
        auto *chip = new Chip(m_theme, text, this);
        chip->ensurePolished();
        chip->setToolTip(QStringLiteral("<qt>%1</qt>").arg(tr("Take out %1").arg(text).toHtmlEscaped()));
        chip->setAccessibleName(tr("Take out %1").arg(text));
        connect(chip, &QAbstractButton::clicked, this, [this, i] { emit removed(i); });
        left -= chip->sizeHint().width() + m_layout->spacing();
        if (left < 0 && i > 0) {
            delete chip;
            auto *more = new QLabel(QStringLiteral("+%1").arg(parts.size() - i), this);
            more->setAccessibleName(tr("%n more terms", nullptr, int(parts.size() - i)));
            m_layout->insertWidget(m_layout->count() - 1, more);
            break;
        }
        m_layout->insertWidget(m_layout->count() - 1, chip);
    }
}

} // namespace cheetah::gui
