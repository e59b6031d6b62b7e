// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tailmodel.h"

#include <QtWidgets/QTableView>

class QPushButton;

namespace cheetah::gui {

class Theme;

/// A table over a TailModel that stays at the end as long as nobody looks back: scrolling up or choosing a line stops it, a
/// button says how much is new since, and going to the end follows again. Otherwise the lines in sight stay where they are,
/// and those that are selected stay selected, whatever goes at the front. Owned by its view.
class TailTable : public QTableView {
    Q_OBJECT

public:
    TailTable(TailModel &model, const Theme &theme, QWidget *parent = nullptr);

    bool isFollowing() const { return m_isFollowing; }
    void setFollowing(bool following);
    /// Lines that came at the end since it stopped to follow.
    int newLines() const { return m_new; }
    /// Widths of columns in letters; the last one takes what is left.
    void setWidths(const std::vector<int> &letters);

    /// What is selected, the header first, as tab-separated values.
    QString selectedTsv() const;
    /// What is selected as an array of objects.
    QString selectedJson() const;
    void retranslate();

signals:
    void followingChanged(bool following);
    void copyWanted(bool asJson);

protected:
    bool event(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    struct Anchor {
        TailModel::Number number = 0;
        int above = 0; ///< pixels of its row that are out of sight
        std::vector<TailModel::Number> selected;
        TailModel::Number current = 0;
        bool hasCurrent = false;
    };

    void noteAnchor(bool all);
    void restoreAnchor(bool all);
    void toAnchor();
    void toEnd();
    void scrolled(int value);
    void appended(int rows);
    void showNew();
    void setRowHeight();
    std::vector<int> selectedRows() const;

    TailModel &m_model;
    QPushButton *m_button;
    Anchor m_anchor;
    bool m_isFollowing = true;
    bool m_isMoving = false; ///< it is us who scroll
    int m_new = 0;
};

} // namespace cheetah::gui
