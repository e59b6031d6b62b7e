// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/sessionfactory.h"
#include "widgets/panel.h"

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;
class QVBoxLayout;

namespace cheetah::gui {

class FieldNote;
class GlyphLabel;
class RedisFields;
class Settings;
class Theme;
enum class Glyph;

/// One way to begin: what it is, its fields, and a button. Owned by the start screen.
class StartCard : public Panel {
    Q_OBJECT

public:
    StartCard(const Theme &theme, Glyph glyph, bool isPrimary, QWidget *parent = nullptr);

    void setTexts(const QString &title, const QString &what, const QString &action);
    QPushButton *button() const { return m_button; }

signals:
    void chosen();

protected:
    /// Room for fields between the text and the button.
    QVBoxLayout *fields() const { return m_fields; }
    const Theme &theme() const { return m_theme; }
    /// Enter there is as good as the button.
    void actOnEnter(QLineEdit *field);

private:
    void restyle();

    const Theme &m_theme;
    GlyphLabel *m_glyph;
    QLabel *m_title, *m_what;
    QVBoxLayout *m_fields;
    QPushButton *m_button;
};

/// A node in this process, perhaps with a browser.
class EmbedCard final : public StartCard {
    Q_OBJECT

public:
    EmbedCard(const Theme &theme, Settings &settings, QWidget *parent = nullptr);
    void retranslate();
    /// The keyboard to the address, which is to be another.
    void chooseAddress();

signals:
    void wanted(const cheetah::gui::EmbedOptions &options);

private:
    void go();
    /// Opens the card's part about Redis.
    void showRedis();

    Settings &m_settings;
    QLabel *m_listenLabel;
    QLineEdit *m_listen;
    FieldNote *m_listenNote;
    QCheckBox *m_withBrowser;
    QWidget *m_browser;
    QSpinBox *m_windows, *m_tabs;
    QLabel *m_windowsLabel, *m_tabsLabel;
    QCheckBox *m_onRedis;
    RedisFields *m_redis;
};

/// A node that runs already.
class ConnectCard final : public StartCard {
    Q_OBJECT

public:
    ConnectCard(const Theme &theme, Settings &settings, QWidget *parent = nullptr);
    void retranslate();

signals:
    void wanted(const cheetah::gui::ConnectOptions &options);

private:
    void go();
    void showTokenField();
    void showAuthorities();
    void chooseFile();
    bool isFromFile() const;

    Settings &m_settings;
    QLabel *m_urlLabel, *m_tokenLabel, *m_caLabel;
    QLineEdit *m_url, *m_file, *m_token, *m_ca;
    FieldNote *m_urlNote, *m_tokenNote, *m_caNote;
    QComboBox *m_from;
    QPushButton *m_choose;
};

} // namespace cheetah::gui
