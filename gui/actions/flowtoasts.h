// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "actions/flowwords.h"
#include "actions/pendingactions.h"
#include "widgets/toasthost.h"

namespace cheetah::gui {

/// Tells in passing how actions by hand go on, for a person whose list of them is not in sight: the grace with its Cancel,
/// the doubt when an answer is missing, the outcome. Owned by the window.
class FlowToasts : public QObject {
    Q_OBJECT

public:
    /// All outlive it.
    FlowToasts(PendingActions &pending, const Words &words, ToastHost &toasts, QObject *parent = nullptr);

private:
    struct Told {
        OperatorFlow::Step step = OperatorFlow::Step::Preview;
        ToastId grace = 0;
        bool isDoubted = false;
    };
    void changed(FlowId id);

    PendingActions &m_pending;
    const FlowWords m_words;
    ToastHost &m_toasts;
    std::map<FlowId, Told> m_told; ///< of flows that are not finished
};

} // namespace cheetah::gui
