// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "filter/completion.h"

#include <QtWidgets/QListView>

namespace cheetah::gui {

class CompletionModel;

/// The list below a filter field of what could be written there. It never takes the focus: whoever opens it moves the
/// choice. A child of the window, so that it lies over what is below. Owned by the FilterField that opens it.
class CompletionList : public QListView {
    Q_OBJECT

public:
    explicit CompletionList(QWidget *parent);

    /// Below `anchor`, or above where there is more room, beginning at `x` of it.
    void open(QWidget &anchor, int x, std::vector<Completion> completions);
    /// By that many rows; around at the ends.
    void moveChoice(int rows);
    bool hasChoice() const { return currentIndex().isValid(); }
    /// The one that is chosen, else the first. There is one while it is open.
    Completion choice() const;

signals:
    void accepted(const cheetah::gui::Completion &completion);

private:
    void place(QWidget &anchor, int x);

    CompletionModel *m_model;
};

} // namespace cheetah::gui
