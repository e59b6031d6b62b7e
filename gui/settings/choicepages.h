// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "settings/settingspage.h"

class QComboBox;
class QLabel;
class QPushButton;
class QSpinBox;

namespace cheetah::gui {

class Actions;

/// Language, start and how actions are confirmed.
class GeneralPage final : public SettingsPage {
    Q_OBJECT

public:
    GeneralPage(Settings &settings, const Theme &theme, QWidget *parent = nullptr);
    QString title() const override;

protected:
    void retranslate() override;
    void load() override;

private:
    QComboBox *m_language, *m_start;
    QSpinBox *m_grace;
    SettingRow *m_languageRow, *m_startRow, *m_graceRow;
};

/// Theme and size of text.
class AppearancePage final : public SettingsPage {
    Q_OBJECT

public:
    AppearancePage(Settings &settings, const Theme &theme, QWidget *parent = nullptr);
    QString title() const override;

protected:
    void retranslate() override;
    void load() override;

private:
    QComboBox *m_mode;
    QSpinBox *m_size;
    SettingRow *m_modeRow, *m_sizeRow;
};

/// What is kept, and how to forget it.
class DataPage final : public SettingsPage {
    Q_OBJECT

public:
    DataPage(Settings &settings, const Theme &theme, Actions &actions, QWidget *parent = nullptr);
    QString title() const override;

protected:
    void retranslate() override;
    void load() override {}

private:
    void askBeforeReset(bool asks);

    QLabel *m_file, *m_layoutText, *m_everythingText, *m_question;
    QPushButton *m_layout, *m_everything, *m_really, *m_keep;
};

} // namespace cheetah::gui
