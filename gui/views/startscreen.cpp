// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/startscreen.h"

#include "session/words.h"
#include "settings/settings.h"
#include "views/startcards.h"
#include "widgets/banner.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QEvent>
#include <QtGui/QResizeEvent>
#include <QtWidgets/QBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QScrollArea>

namespace cheetah::gui {

StartScreen::StartScreen(const Theme &theme, Settings &settings, QWidget *parent)
    : QWidget(parent),
      m_theme(theme),
      m_banner(new Banner(theme)),
      m_icon(new QLabel),
      m_title(new QLabel),
      m_subtitle(new QLabel),
      m_area(new QScrollArea),
      m_embed(new EmbedCard(theme, settings)),
      m_connect(new ConnectCard(theme, settings)),
      m_demo(new StartCard(theme, Glyph::Demo, false))
{
    setObjectName(QStringLiteral("startScreen"));
    auto *content = new QWidget;
    auto *column = new QVBoxLayout(content);
    auto *head = new QHBoxLayout;
    auto *texts = new QVBoxLayout;
    texts->setSpacing(0);
    texts->addWidget(m_title);
    texts->addWidget(m_subtitle);
    head->addStretch(1);
    head->addWidget(m_icon);
    head->addSpacing(Theme::space(3));
    head->addLayout(texts);
    head->addStretch(1);
    m_cards = new QBoxLayout(QBoxLayout::LeftToRight);
    for (StartCard *card : std::initializer_list<StartCard *>{m_embed, m_connect, m_demo})
        m_cards->addWidget(card, 1);
    column->addStretch(2);
    column->addLayout(head);
    column->addSpacing(Theme::space(5));
    column->addLayout(m_cards);
    column->addStretch(3);
    m_area->setWidget(content);
    m_area->setWidgetResizable(true);
    m_area->setFrameShape(QFrame::NoFrame);
    m_area->viewport()->setAutoFillBackground(false);
    content->setAutoFillBackground(false);
    m_subtitle->setForegroundRole(QPalette::PlaceholderText);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_banner);
    layout->addWidget(m_area, 1);

    connect(m_embed, &EmbedCard::wanted, this, [this](const EmbedOptions &options) {
        forgetProblem();
        emit embedWanted(options);
    });
    connect(m_connect, &ConnectCard::wanted, this, [this](const ConnectOptions &options) {
        forgetProblem();
        emit connectWanted(options);
    });
    connect(m_demo, &StartCard::chosen, this, [this] {
        forgetProblem();
        emit demoWanted();
    });
    connect(&theme, &Theme::changed, this, &StartScreen::restyle);
    retranslate();
    restyle();
    resize(fontMetrics().averageCharWidth() * 150, fontMetrics().height() * 38);
    m_embed->button()->setFocus();
    if (!settings.complaint().isEmpty())
        m_banner->tell({Tone::Warn, settings.complaint()});
}

void StartScreen::showProblem(const Error &error)
{
    m_problem = error;
    m_banner->tell({Tone::Danger, sentence(error), {}, detailsOf(error)});
    if (error.code == ErrorCode::PortInUse)
        m_embed->chooseAddress();
}

/// Why a Redis that the node was to share does not answer.
QString StartScreen::reasonOf(const Error &error)
{
    const std::string reason(error.param("reason"));
    if (reason.empty() || reason == "timeout")
        return tr("it took too long", "why Redis does not answer");
    const std::string_view word = Wording::codeText("reason", reason);
    return word.empty() ? text(reason) : QCoreApplication::translate("Wording", std::string(word).c_str());
}

/// In the words of this screen, where a program without windows would speak of its options.
QString StartScreen::sentence(const Error &error) const
{
    if (error.code == ErrorCode::PortInUse)
        return tr("%1 is in use by another program. Choose another port under “Run a node here”; port 0 takes a "
                  "free one.")
            .arg(text(error.param("address")));
    if (error.code == ErrorCode::NodeIdLive)
        return tr("A live node already bears the name %1. Give this one another under “Run a node here”.")
            .arg(text(error.param("node")));
    if (error.code == ErrorCode::Unavailable)
        return tr("Redis does not answer: %1. See whether it runs, and whether its address is right.")
            .arg(reasonOf(error));
    return Words().error(error);
}

void StartScreen::forgetProblem()
{
    m_problem.reset();
    m_banner->clear();
}

void StartScreen::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    arrange();
}

void StartScreen::arrange()
{
    // Beside each other where each is wide enough to be read, else below each other.
    const int column = fontMetrics().averageCharWidth() * 34;
    const QMargins edges = m_area->widget()->layout()->contentsMargins();
    int least = edges.left() + edges.right() + 2 * m_cards->spacing();
    for (const StartCard *card : std::initializer_list<StartCard *>{m_embed, m_connect, m_demo})
        least += std::max(column, card->minimumSizeHint().width());
    m_cards->setDirection(width() < least ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
}

void StartScreen::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void StartScreen::retranslate()
{
    setWindowTitle(tr("Cheetah", "the program"));
    m_title->setText(tr("Cheetah", "the program"));
    m_subtitle->setText(tr("Browser tabs on lease: who holds what, and for how long."));
    m_embed->retranslate();
    m_connect->retranslate();
    m_demo->setTexts(tr("See a demo"),
                     tr("Browsers, tasks and leases as on a real day, played in this window. Nothing is connected and "
                        "nothing can break."),
                     tr("Show the demo"));
    arrange();
    if (m_problem && m_banner->isVisible())
        m_banner->tell({Tone::Danger, sentence(*m_problem), {}, detailsOf(*m_problem)});
}

void StartScreen::restyle()
{
    const int side = Theme::space(14);
    m_icon->setPixmap(Theme::programIcon().pixmap(QSize(side, side), devicePixelRatioF()));
    m_title->setFont(m_theme.font(TextRole::Title));
    m_area->widget()->layout()->setContentsMargins(Theme::space(5), Theme::space(4), Theme::space(5), Theme::space(4));
    m_cards->setSpacing(Theme::space(4));
    arrange();
}

} // namespace cheetah::gui
