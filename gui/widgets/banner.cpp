// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/banner.h"

#include "widgets/countbadge.h"
#include "widgets/glyphlabel.h"
#include "widgets/tones.h"

#include <QtCore/QEvent>
#include <QtGui/QAccessible>
#include <QtGui/QClipboard>
#include <QtGui/QGuiApplication>
#include <QtGui/QPainter>
#include <QtWidgets/QBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QToolButton>

namespace cheetah::gui {

QString detailsOf(const Error &error)
{
    QString text = QString::fromStdString(std::string(name(error.code)));
    for (const auto &[key, value] : error.params)
        text += QStringLiteral("\n%1: %2").arg(QString::fromStdString(key), QString::fromStdString(value));
    return text;
}

Banner::Banner(const Theme &theme, QWidget *parent)
    : QWidget(parent),
      m_theme(theme),
      m_glyph(new GlyphLabel(theme, Glyph::Info)),
      m_text(new QLabel),
      m_times(new CountBadge(theme)),
      m_action(new QPushButton),
      m_more(new QToolButton),
      m_close(new QToolButton),
      m_detailsArea(new QWidget),
      m_details(new QLabel),
      m_copy(new QToolButton)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_more->setCheckable(true);
    m_more->setAutoRaise(true);
    m_close->setAutoRaise(true);
    for (QToolButton *button : {m_more, m_close, m_copy})
        button->setFocusPolicy(Qt::StrongFocus);

    auto *line = new QHBoxLayout;
    line->addWidget(m_glyph);
    line->addWidget(m_text, 1);
    for (QWidget *part : std::initializer_list<QWidget *>{m_times, m_action, m_more, m_close})
        line->addWidget(part);
    auto *layout = new QVBoxLayout(this);
    layout->addLayout(line);
    makeDetails();
    layout->addWidget(m_detailsArea);

    connect(m_action, &QPushButton::clicked, this, &Banner::actionWanted);
    connect(m_more, &QToolButton::toggled, this, &Banner::showDetails);
    connect(m_close, &QToolButton::clicked, this, [this] {
        clear();
        emit closed();
    });
    connect(&theme, &Theme::changed, this, &Banner::restyle);
    retranslate();
    restyle();
    hide();
}

void Banner::makeDetails()
{
    auto *layout = new QHBoxLayout(m_detailsArea);
    layout->setContentsMargins(0, 0, 0, 0);
    m_details->setTextFormat(Qt::PlainText);
    m_details->setWordWrap(true);
    m_details->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    layout->addWidget(m_details, 1);
    layout->addWidget(m_copy, 0, Qt::AlignTop);
    connect(m_copy, &QToolButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(m_message.text + '\n' + m_message.details); });
}

void Banner::tell(const BannerMessage &message)
{
    if (isHidden() || message != m_message) {
        m_message = message;
        m_count = 1;
        m_more->setChecked(false);
    } else {
        ++m_count;
    }
    m_glyph->set(glyphFor(m_message.tone), m_message.tone);
    m_text->setText(m_message.text);
    m_times->setCount(m_count > 1 ? m_count : 0);
    m_action->setText(m_message.action);
    m_action->setVisible(!m_message.action.isEmpty());
    m_more->setVisible(!m_message.details.isEmpty());
    m_details->setText(m_message.details);
    m_close->setVisible(m_message.canClose);
    showDetails(m_more->isChecked());
    setAccessibleName(m_message.text);
    retranslate();
    restyle();
    const bool isNew = m_count == 1;
    show();
    if (isNew) {
        QAccessibleEvent alert(this, QAccessible::Alert);
        QAccessible::updateAccessibility(&alert);
    }
}

void Banner::clear()
{
    m_message = {};
    m_count = 0;
    hide();
}

void Banner::takeFocus()
{
    for (QWidget *button : std::initializer_list<QWidget *>{m_action, m_more, m_close})
        if (!button->isHidden())
            return button->setFocus(Qt::ShortcutFocusReason);
    setFocus(Qt::ShortcutFocusReason);
}

void Banner::showDetails(bool shown)
{
    m_detailsArea->setVisible(shown && !m_message.details.isEmpty());
    m_more->setIcon(m_theme.icon(shown ? Glyph::Collapse : Glyph::Expand));
}

void Banner::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.fill(m_message.tone));
    const int bar = std::max(3, Theme::space(0.8));
    painter.fillRect(isRightToLeft() ? QRect(width() - bar, 0, bar, height()) : QRect(0, 0, bar, height()),
                     m_theme.color(m_message.tone));
}

void Banner::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void Banner::retranslate()
{
    m_more->setText(tr("Details", "button: shows more about an error"));
    m_close->setToolTip(tr("Close this message"));
    m_close->setAccessibleName(m_close->toolTip());
    m_copy->setText(tr("Copy", "button: copies the details of an error"));
    m_times->setToolTip(tr("This happened %n time(s) in a row.", nullptr, m_count));
    m_times->setAccessibleName(m_times->toolTip());
}

void Banner::restyle()
{
    m_close->setIcon(m_theme.icon(Glyph::Close));
    m_copy->setIcon(m_theme.icon(Glyph::Copy));
    m_more->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_copy->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_details->setFont(m_theme.font(TextRole::Mono));
    m_times->setTone(m_message.tone);
    const int gap = Theme::space(1.5), edge = Theme::space(3);
    layout()->setContentsMargins(edge, gap, gap, gap);
    layout()->setSpacing(gap);
    m_detailsArea->layout()->setContentsMargins(Theme::iconSide() + gap, 0, 0, 0);
    update();
}

} // namespace cheetah::gui
