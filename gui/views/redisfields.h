// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/sessionfactory.h"

#include <QtWidgets/QWidget>

class QComboBox;
class QLabel;
class QLineEdit;

namespace cheetah::gui {

class FieldNote;
class Settings;
class Theme;

/// Which Redis a node is to share a fleet on, as whom, and with what password. What was entered is offered again next time; a
/// password that is typed in is neither kept nor shown. Owned by the card.
class RedisFields : public QWidget {
    Q_OBJECT

public:
    RedisFields(const Theme &theme, Settings &settings, QWidget *parent = nullptr);

    /// Puts what was entered into the options and forgets the password; false where it makes no sense, which is told.
    bool read(EmbedOptions &options);
    QList<QLineEdit *> lineEdits() const { return {m_url, m_nodeId, m_password, m_file}; }
    void retranslate();

private:
    enum From { Nowhere, File, Typed };

    void showPasswordField();

    Settings &m_settings;
    QLabel *m_urlLabel, *m_nodeIdLabel, *m_passwordLabel;
    QLineEdit *m_url, *m_nodeId, *m_password, *m_file;
    FieldNote *m_urlNote, *m_nodeIdNote, *m_fileNote;
    QComboBox *m_from;
};

} // namespace cheetah::gui
