// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QTimer>
#include <QtWidgets/QHeaderView>

#include <string_view>

class QMenu;

namespace cheetah::gui {

class Settings;
class TableModel;

/// The columns of a table as a person wants them: which, in what order, how wide and sorted by what. It is remembered where
/// a person changed it, under the name of the table. Owned by the table.
class TableHeader final : public QHeaderView {
    Q_OBJECT

public:
    /// Both outlive it.
    TableHeader(const TableModel &model, Settings &settings, QString name, QWidget *table);

    /// Widths by the size of the letters, then all as it was remembered.
    void arrange();
    /// As told by a person, or else this.
    void setStandardSorting(std::string_view column, Qt::SortOrder order);
    void fillMenu(QMenu &menu);

protected:
    bool viewportEvent(QEvent *event) override;

private:
    void measure();
    void restore();
    void remember();
    void forget();

    const TableModel &m_model;
    Settings &m_settings;
    const QString m_name;
    QTimer m_remember;
    bool m_isArranging = false; ///< columns change without a person doing it
};

} // namespace cheetah::gui
