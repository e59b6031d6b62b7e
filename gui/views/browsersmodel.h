// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/browserprocesses.h"
#include "theme/theme.h"

#include <QtCore/QAbstractListModel>

namespace cheetah::gui {

/// The browsers started in this window, one line each: who, how much, and how it stands. Owned by the dialog.
class BrowsersModel : public QAbstractListModel {
    Q_OBJECT

public:
    BrowsersModel(BrowserProcesses &browsers, const Theme &theme, QObject *parent = nullptr);

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    /// Null for none.
    BrowserProcess *browser(const QModelIndex &index) const;
    void refresh();

private:
    static QString state(const BrowserProcess &browser);

    BrowserProcesses &m_browsers;
    const Theme &m_theme;
};

} // namespace cheetah::gui
