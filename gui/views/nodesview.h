// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/tablepage.h"

namespace cheetah::gui {

/// The nodes of the deployment: what each serves, whether it is ready, and what is wrong where it is not.
class NodesView final : public TablePage {
    Q_OBJECT

public:
    explicit NodesView(Workspace &workspace, QWidget *parent = nullptr);

    QString title() const override;

protected:
    void describeNothing(EmptyState &state) override;
    void retranslate() override;
};

} // namespace cheetah::gui
