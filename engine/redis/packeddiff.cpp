// SPDX-License-Identifier: Apache-2.0
#include "redis/packeddiff.h"

#include "redis/packedblobs.h"
#include "redis/rediskeys.h"

#include <algorithm>

namespace cheetah {

namespace {

template <class Tag>
void append(std::string &list, const Id<Tag> &id)
{
    list += char(id.text().size());
    list += id.text();
}

void write(PackWriter &out, const std::vector<WindowChanged> &windows)
{
    out.array(windows.size());
    for (const WindowChanged &window : windows)
        out.array(6)
            .text(nameBytes(window.name))
            .text(window.title)
            .number(int(window.focused))
            .number(int(window.isolated))
            .number(int(window.ours))
            .number(window.position);
}

/// What Redis has to do for a context besides keeping what is shown of it.
enum class Novelty { None, Arrives, OtherHealth };

Novelty noveltyOf(const Fleet &fleet, const ContextChanged &context)
{
    if (context.key.slot == noSlot)
        return Novelty::Arrives;
    const bool sameHealth = fleet.context(context.key.slot).reported->health == context.reported->health;
    return sameHealth ? Novelty::None : Novelty::OtherHealth;
}

void writeContexts(PackWriter &out, const Fleet &fleet, const ReportDiff &diff)
{
    out.array(diff.contexts.size());
    auto provisioned = diff.provisioned.begin(); // in the order of the contexts
    for (std::size_t i = 0; i < diff.contexts.size(); ++i) {
        const ContextChanged &context = diff.contexts[i];
        ProvisionId provision;
        if (provisioned != diff.provisioned.end() && provisioned->context == i)
            provision = (provisioned++)->provision;
        const Novelty novelty = noveltyOf(fleet, context);
        const std::size_t fields = !provision.text().empty()                ? 9
                                 : !context.reported->opener.text().empty() ? 8
                                 : novelty != Novelty::None                 ? 7
                                                                            : 6;
        out.array(fields).text(nameBytes(*context.key.name)).id(context.window).number(context.position);
        out.text(packReported(*context.reported)).number(int(context.reported->health));
        out.number(int(context.reported->ours));
        if (fields > 6)
            out.number(int(novelty));
        if (fields > 7)
            out.id(context.reported->opener);
        if (fields > 8)
            out.id(provision);
    }
}

struct Orders {
    std::string windows;                                         ///< empty if they stay as they are
    std::vector<std::pair<std::string, std::string>> ofContexts; ///< by window, where it changes
};

template <class Shown>
std::string idsOf(const std::vector<Shown> &all)
{
    std::string ids;
    for (const Shown &one : all)
        append(ids, one.id);
    return ids;
}

/// Compared before anything is written: most orders stay as they are.
Orders changedOrders(const Fleet &fleet, Slot client, const Report &report)
{
    Orders orders;
    const std::vector<Slot> none;
    const auto isContext = [&fleet](const ReportedContext &shown, Slot known) {
        return shown.id == fleet.context(known).name->context;
    };
    const auto isWindow = [&fleet](const ReportedWindow &shown, Slot known) {
        return shown.id == fleet.window(known).name.window;
    };
    for (const ReportedWindow &window : report.windows) {
        const WindowName name{report.client.user, report.client.client, report.epoch, window.id};
        const Slot row = client == noSlot ? noSlot : fleet.find(name);
        if (!std::ranges::equal(window.contexts, row == noSlot ? none : fleet.window(row).contexts, isContext))
            orders.ofContexts.emplace_back(nameBytes(name), idsOf(window.contexts));
    }
    if (!std::ranges::equal(report.windows, client == noSlot ? none : fleet.client(client).windows, isWindow))
        orders.windows = idsOf(report.windows);
    return orders;
}

void write(PackWriter &out, const std::vector<WindowName> &windows)
{
    out.array(windows.size());
    for (const WindowName &window : windows)
        out.text(nameBytes(window));
}

void write(PackWriter &out, const Fleet &fleet, const std::vector<Slot> &contexts)
{
    out.array(contexts.size());
    for (const Slot context : contexts)
        out.text(nameBytes(*fleet.context(context).name));
}

void write(PackWriter &out, const std::vector<std::pair<std::string, std::string>> &orders)
{
    out.array(orders.size());
    for (const auto &[window, order] : orders)
        out.array(2).text(window).text(order);
}

} // namespace

std::string packDiff(const Fleet &fleet, Slot client, const Report &report, const ReportDiff &diff)
{
    const Orders orders = changedOrders(fleet, client, report);
    const bool filled[] = {!diff.contexts.empty(),    !diff.windows.empty(),   !diff.gone.empty(),
                           !diff.windowsGone.empty(), !diff.reordered.empty(), !orders.windows.empty(),
                           !orders.ofContexts.empty()};
    const auto count = std::size_t(std::find(std::rbegin(filled), std::rend(filled), true).base() - std::begin(filled));
    PackWriter out;
    out.array(count);
    if (count > 0)
        writeContexts(out, fleet, diff);
    if (count > 1)
        write(out, diff.windows);
    if (count > 2)
        write(out, fleet, diff.gone);
    if (count > 3)
        write(out, diff.windowsGone);
    if (count > 4)
        write(out, diff.reordered);
    if (count > 5)
        out.text(orders.windows);
    if (count > 6)
        write(out, orders.ofContexts);
    return out.take();
}

} // namespace cheetah
