// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/tablepage.h"

namespace cheetah::gui {

/// Every tab and flow of the fleet, whatever it is doing.
class ContextsView final : public TablePage {
    Q_OBJECT

public:
    explicit ContextsView(Workspace &workspace, QWidget *parent = nullptr);

    QString title() const override;

protected:
    void describeNothing(EmptyState &state) override;
    void retranslate() override;
};

} // namespace cheetah::gui
