// SPDX-License-Identifier: GPL-3.0-or-later
#include "actions/flowtoasts.h"

namespace cheetah::gui {

FlowToasts::FlowToasts(PendingActions &pending, const Words &words, ToastHost &toasts, QObject *parent)
    : QObject(parent), m_pending(pending), m_words(words), m_toasts(toasts)
{
    connect(&pending, &PendingActions::changed, this, &FlowToasts::changed);
    connect(&toasts, &ToastHost::actionTriggered, this, [this](ToastId toast) {
        for (const auto &[id, told] : std::map(m_told))
            if (told.grace == toast)
                m_pending.cancel(id);
    });
}

void FlowToasts::changed(FlowId id)
{
    using Step = OperatorFlow::Step;
    const OperatorFlow *flow = m_pending.find(id);
    if (!flow)
        return;
    Told &told = m_told[id];
    const QString headline = FlowWords::headline(*flow);
    const QString sentence =
        tr("%1: %2", "an action and how it stands").arg(headline, m_words.state(*flow, m_pending.steady()));
    const Step before = std::exchange(told.step, flow->step());
    if (flow->step() == Step::Grace && told.grace == 0)
        told.grace = m_toasts.tell({Tone::Info, headline, tr("Cancel"), int(flow->grace().count() / 1'000), true});
    else if (before == Step::Grace && flow->step() != Step::Grace)
        m_toasts.dismiss(told.grace);
    if (flow->count(FlowItem::Stage::Checking) > 0 && !std::exchange(told.isDoubted, true))
        m_toasts.tell({Tone::Warn, sentence, {}});
    if (flow->step() != Step::Done)
        return;
    m_toasts.tell({FlowWords::tone(*flow), sentence, {}});
    m_told.erase(id);
}

} // namespace cheetah::gui
