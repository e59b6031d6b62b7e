// SPDX-License-Identifier: GPL-3.0-or-later
#include "filter/filterchips.h"

#include "theme/theme.h"

#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QToolButton>

namespace cheetah::gui {

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
    const int longest = fontMetrics().averageCharWidth() * 32;
    int left = width - fontMetrics().horizontalAdvance(QStringLiteral("+100 "));
    const auto &parts = expression.parts();
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const QString text = m_shown.mid(parts[i].position, parts[i].length);
        auto *chip = new QToolButton(this);
        chip->setText(
            fontMetrics().elidedText(QString(text).replace(u'&', QStringLiteral("&&")), Qt::ElideMiddle, longest));
        chip->setIcon(m_theme.icon(Glyph::Close, Tone::Muted));
        chip->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        chip->setLayoutDirection(Qt::RightToLeft); // the cross stands behind the text
        chip->setToolTip(QStringLiteral("<qt>%1</qt>").arg(tr("Take out %1").arg(text).toHtmlEscaped()));
        chip->setAccessibleName(tr("Take out %1").arg(text));
        connect(chip, &QToolButton::clicked, this, [this, i] { emit removed(i); });
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
