// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/tablepage.h"

namespace cheetah::gui {

/// Who holds what and for how long: every assignment, the one that expires next first.
class AssignmentsView final : public TablePage {
    Q_OBJECT

public:
    explicit AssignmentsView(Workspace &workspace, QWidget *parent = nullptr);

    QString title() const override;

protected:
    void describeNothing(EmptyState &state) override;
    void retranslate() override;
};

} // namespace cheetah::gui
