// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/browserprocesses.h"
#include "session/workspace.h"
#include "views/browsersmodel.h"

#include <QtWidgets/QDialog>

class QCheckBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QListView;
class QPlainTextEdit;
class QPushButton;
class QSpinBox;

namespace cheetah::gui {

/// Starts browsers that serve the node shown, on this machine, and shows those that were started: how they stand, and why
/// one ended. One for a window; it deletes itself when it is closed, the browsers go on.
class AddBrowserDialog : public QDialog {
    Q_OBJECT

public:
    AddBrowserDialog(Workspace &workspace, BrowserProcesses &browsers, QWidget *parent);

    /// Opens it, or brings up the one that is open.
    static void bringUp(Workspace &workspace, BrowserProcesses &browsers, QWidget &window);
    /// Why no browser can be added to this session; empty: one can.
    static QString whyNot(const Session &session);

protected:
    void changeEvent(QEvent *event) override;

private:
    void build();
    void addFields(QFormLayout &form);
    QWidget *makeTokenRow();
    void suggestName();
    void startOne();
    void refresh();
    void retranslate();
    void restyle();
    void chooseTokenFile();
    /// What is wrong with the fields, as a sentence; empty: nothing. Fills the order.
    QString read(BrowserOrder &order) const;
    QString readMetadata(Metadata &metadata) const;
    BrowserProcess *chosen() const;

    Workspace &m_workspace;
    BrowserProcesses &m_browsers;
    BrowsersModel m_model;
    QLabel *m_where, *m_problem, *m_listLabel;
    QLabel *m_userLabel, *m_clientLabel, *m_windowsLabel, *m_tabsLabel, *m_metadataLabel, *m_tokenLabel = nullptr;
    QLineEdit *m_user, *m_client, *m_token = nullptr;
    QPushButton *m_browse = nullptr;
    QSpinBox *m_windows, *m_tabs;
    QPlainTextEdit *m_metadata;
    QCheckBox *m_headless, *m_stays;
    QListView *m_list;
    QPushButton *m_start, *m_stop, *m_again, *m_log, *m_close;
    const bool m_hasDisplay;
};

} // namespace cheetah::gui
