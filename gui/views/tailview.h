// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "filter/expression.h"
#include "filter/filtertarget.h"
#include "views/view.h"

#include <QtCore/QTimer>

class QBoxLayout;
class QLabel;
class QMenu;
class QModelIndex;
class QStackedLayout;
class QToolButton;

namespace cheetah::gui {

class Banner;
class ElidedLabel;
class EmptyState;
class FilterField;
class TailModel;
class TailTable;

/// What the journal and the log have in common: a filter field and buttons above, the table, one line about what there is,
/// and what is shown while there is nothing. A subclass gives the model and what its lines are good for.
class TailView : public View, public FilterTarget {
    Q_OBJECT

public:
    void setFilter(const QString &text) override;
    QString filter() const override;
    void focusFilter() override;

protected:
    /// `name`: in the settings.
    TailView(ViewId id, Workspace &workspace, const QString &name, QWidget *parent);
    ~TailView() override;

    /// Once, in the constructor of the subclass. The view owns the model. `widths` are those of the columns in letters.
    void setUp(TailModel *model, const std::vector<int> &widths);
    /// Beside the filter field, in front of the button for following.
    void addControl(QWidget *control);

    TailTable &table() const { return *m_table; }
    FilterField &filterField() const { return *m_field; }
    Banner &banner() const { return *m_banner; }

    /// The line above the table; empty: none.
    virtual QString about() const = 0;
    /// Puts what there is to say where there is no line at all.
    virtual void setEmpty(EmptyState &empty) const = 0;
    /// A double click, or Enter.
    virtual void open(const QModelIndex &) {}
    /// What else can be done with the line, at the top of its menu.
    virtual void fillMenu(QMenu &, const QModelIndex &) {}

    void retranslate() override;
    void restyle() override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    /// The line above the table, how much passes, and which of table and empty state is seen.
    void showCounts();

private:
    void sayNone();
    void showMenu(const QPoint &at);
    void copy(bool asJson);
    void filterBy(const ExpressionPtr &expression);
    void keepColumns();
    void forgetColumns(const QString &key);

    const QString m_name;
    TailModel *m_model = nullptr;
    TailTable *m_table = nullptr;
    FilterField *m_field = nullptr; ///< asks us from the start, so that setUp makes it
    QToolButton *m_follow;
    Banner *m_banner;
    ElidedLabel *m_about;
    EmptyState *m_empty, *m_none;
    QBoxLayout *m_controls;
    QStackedLayout *m_stack;
    QTimer m_clock; ///< for filters that change as time goes
    bool m_columnsChanged = false;
};

} // namespace cheetah::gui
