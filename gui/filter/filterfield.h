// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "filter/completion.h"
#include "filter/filterparser.h"
#include "filter/filtertarget.h"

#include <QtCore/QPointer>
#include <QtCore/QTimer>
#include <QtWidgets/QWidget>

class QLabel;
class QMenu;

namespace cheetah::gui {

class CompletionList;
class FilterChips;
class FilterEdit;
class Settings;
class Theme;

/// The one filter field: a line that is typed into, how many rows pass, and below what is wrong or the terms in force. While
/// the text is no filter the last good one stays in force. It knows rows only through its target; the view that owns it
/// filters them and tells back how many passed.
class FilterField : public QWidget {
    Q_OBJECT

public:
    static constexpr int mostRecent = 20;

    /// `name`: where the filters typed lately are kept in the settings, such as `journal`. All outlive the field,
    /// and the target answers from now on: make it not in the constructor of a base class of the target.
    FilterField(FilterTarget &target, Theme &theme, Settings &settings, QString name, QWidget *parent = nullptr);
    ~FilterField() override;

    QString text() const;
    /// In force at once, if it is a filter.
    void setText(const QString &text);
    /// The filter in force; never null.
    const ExpressionPtr &expression() const { return m_expression; }
    const FieldSet &fieldSet() const { return m_target.fieldSet(); }

    /// `shown` of `total` rows pass.
    void setCounts(int shown, int total);
    /// From 0 to 100 while rows are filtered in slices; anything else when done.
    void setProgress(int percent);
    /// Who gets the focus when it is left by Esc, Enter or Down.
    void setReturnWidget(QWidget *widget) { m_returnWidget = widget; }
    /// Takes the focus, with all text selected.
    void edit();
    /// Reads the text anew: the fields or where words look changed.
    void reparse();

signals:
    /// Another filter is in force.
    void filterChanged(const cheetah::gui::ExpressionPtr &expression, const QString &text);

protected:
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    bool pressed(const QKeyEvent &event);
    void edited();
    void apply();
    void leave();
    void showCounts();
    void showState();
    void showChips();
    void suggest(bool asked);
    void showRecent();
    void accept(const Completion &completion);
    void remember();
    QStringList recent() const;
    void retranslate();

    FilterTarget &m_target;
    Theme &m_theme;
    Settings &m_settings;
    const QString m_name;
    ExpressionPtr m_expression;
    FilterError m_error;
    int m_shown = -1, m_total = -1, m_progress = -1;
    CompletionPlace m_place; ///< what the list completes
    QPointer<QWidget> m_returnWidget;
    QTimer m_typing, m_patience;
    FilterEdit *m_edit;
    QAction *m_stateIcon;
    QLabel *m_counts, *m_message;
    FilterChips *m_chips;
    CompletionList *m_list;
};

/// Adds "Filter for", "Filter out" and, where a filter is in force, "Or" for a cell: `field` by name, with its key where it
/// has one. A cell without value filters for rows that have none.
void addFilterActions(QMenu &menu, const QString &field, const QString &value, FilterField &target);

} // namespace cheetah::gui
