// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tablemodel.h"
#include "views/view.h"

#include <QtCore/QTimer>

#include <memory>

class QStackedWidget;

namespace cheetah::gui {

class EmptyState;
class FilterField;
class TableView;

/// A view that is one filterable table; says what to do where the table would be empty. What the table is about comes from
/// the views made of it.
class TablePage : public View {
    Q_OBJECT

public:
    TablePage(ViewId id, Workspace &workspace, std::unique_ptr<TableRows> rows, const QString &name, QWidget *parent);
    ~TablePage() override;

    void setFilter(const QString &text) override;
    QString filter() const override;
    void focusFilter() override;

    TableModel &model() { return *m_model; }
    TableView &table() { return *m_table; }
    FilterField &filterField() { return *m_filter; }

protected:
    /// What to say while there is nothing at all.
    virtual void describeNothing(EmptyState &state) = 0;
    void retranslate() override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void showState();
    void showCounts();

    std::unique_ptr<TableRows> m_rows;
    std::unique_ptr<TableModel> m_model;
    FilterField *m_filter;
    TableView *m_table;
    EmptyState *m_empty;
    QStackedWidget *m_stack;
    ExpressionPtr m_countedFilter;
    QTimer m_counting; ///< numbers change no faster than they can be read
};

} // namespace cheetah::gui
