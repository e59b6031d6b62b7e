// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/tablepage.h"

namespace cheetah::gui {

/// Who waits for a context, what for and how long still; each leads to why it has none yet.
class WaitersView final : public TablePage {
    Q_OBJECT

public:
    explicit WaitersView(Workspace &workspace, QWidget *parent = nullptr);

    QString title() const override;

protected:
    void describeNothing(EmptyState &state) override;
    void retranslate() override;
};

} // namespace cheetah::gui
