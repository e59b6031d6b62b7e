// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/sessionfactory.h"
#include "theme/theme.h"

#include <QtWidgets/QWidget>

class QBoxLayout;
class QLabel;
class QPushButton;
class QScrollArea;

namespace cheetah::gui {

class Banner;
class ConnectCard;
class EmbedCard;
class Settings;
class StartCard;

/// Where one begins: run a node here, look at one elsewhere, or see a demo. It only asks; who owns it makes the session.
/// What was entered is offered again next time, a token never is.
class StartScreen : public QWidget {
    Q_OBJECT

public:
    StartScreen(const Theme &theme, Settings &settings, QWidget *parent = nullptr);

    /// Why it did not go as asked, with what to do; stays until the next try.
    void showProblem(const Error &error);

signals:
    void embedWanted(const cheetah::gui::EmbedOptions &options);
    void connectWanted(const cheetah::gui::ConnectOptions &options);
    void demoWanted();

protected:
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void arrange();
    QString sentence(const Error &error) const;
    static QString reasonOf(const Error &error);
    void forgetProblem();
    void retranslate();
    void restyle();

    const Theme &m_theme;
    std::optional<Error> m_problem; ///< that the banner tells of
    Banner *m_banner;
    QLabel *m_icon, *m_title, *m_subtitle;
    QScrollArea *m_area;
    QBoxLayout *m_cards;
    EmbedCard *m_embed;
    ConnectCard *m_connect;
    StartCard *m_demo;
};

} // namespace cheetah::gui
