// SPDX-License-Identifier: Apache-2.0
#include "contracts/outcometexts.h"

#include <sstream>

namespace cheetah::test {

std::string show(const ContextNamePtr &name)
{
    return name ? name->user.string() + "/" + name->client.string() + "/" + name->epoch.string() + "/"
                      + name->context.string()
                : std::string("none");
}

std::string show(const std::vector<ContextNamePtr> &names)
{
    std::string text;
    for (const ContextNamePtr &name : names)
        text += " closable " + show(name);
    return text;
}

std::string show(const Handle &handle)
{
    return show(handle.context.name) + " fence " + std::to_string(handle.fence) + " request " + handle.request.string();
}

std::string show(const Assigned &assigned)
{
    return show(assigned.handle) + " at " + std::to_string(assigned.at.us) + (assigned.repeated ? " repeated" : "")
         + show(assigned.closable);
}

std::string show(const Renewed &renewed)
{
    return std::to_string(renewed.at.us);
}

std::string show(const Released &released)
{
    return (released.already ? "already" : "now") + show(released.closable);
}

std::string show(const CancelOutcome &outcome)
{
    return outcome.released ? "released" : "barred";
}

std::string show(const SliceOutcome &slice)
{
    return std::to_string(slice.ended) + (slice.more ? " more" : "");
}

std::string show(std::uint64_t number)
{
    return std::to_string(number);
}

std::string show(std::uint32_t number)
{
    return std::to_string(number);
}

std::string show(const Drain &drain)
{
    return std::string(name(drain.state)) + " since " + std::to_string(drain.startedAt.us);
}

std::string show(const Welcome &welcome)
{
    return "generation " + std::to_string(welcome.generation) + " lastSeq " + std::to_string(welcome.lastSeq)
         + (welcome.resumed ? " resumed" : "");
}

std::string show(const ConnectionSweepOutcome &swept)
{
    return "lapsed " + std::to_string(swept.lapsed) + " ended " + std::to_string(swept.ended) + " removed "
         + std::to_string(swept.removedClients) + (swept.more ? " more" : "") + show(swept.closable);
}

std::string show(const ReportAccepted &accepted)
{
    return std::to_string(accepted.seq) + (accepted.changed ? " changed" : "") + show(accepted.closable);
}

std::string show(const ScanPage &page)
{
    std::string text = "next " + page.next;
    for (const ScannedAssignment &one : page.assignments)
        text += "; " + show(one.handle) + " " + std::to_string(one.renewedAt.us);
    return text;
}

std::string show(const Error &error)
{
    std::string text = "error " + std::string(name(error.code));
    for (const auto &[key, value] : error.params)
        text += " " + key + "=" + value;
    return text;
}

std::string show(const CommandRecord &record)
{
    std::ostringstream out;
    out << record.user.text() << " " << record.id.text() << " task " << record.task.text() << " on "
        << show(record.context) << " with " << show(record.handle) << " " << record.content.kind << " "
        << record.content.params << " " << record.content.window.text() << " " << record.content.provision.text() << " "
        << record.node.text() << " stage " << int(record.stage) << " outcome "
        << (record.outcome ? int(*record.outcome) : -1) << " " << record.result << " " << record.resultRef.text() << " "
        << (record.error ? show(*record.error) : "") << (record.replaced ? " replaced" : "") << " times "
        << record.admittedAt.us << " " << record.sentAt.us << " " << record.acknowledgedAt.us << " "
        << record.endedAt.us << " " << record.deadline.us;
    return out.str();
}

std::string show(const Admission &admission)
{
    return (admission.repeated ? "repeated " : "") + show(admission.record);
}

std::string show(const std::vector<CommandRecord> &records)
{
    std::string text = std::to_string(records.size()) + " records";
    for (const CommandRecord &record : records)
        text += "\n  " + show(record);
    return text;
}

std::string show(const EvidenceCounts &counts)
{
    std::ostringstream out;
    out << counts.live << " " << counts.retained << " " << counts.dropped << " " << counts.admitted << " "
        << counts.sent << " " << counts.acknowledged << " " << counts.ended;
    return out.str();
}

} // namespace cheetah::test
