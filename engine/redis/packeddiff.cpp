// SPDX-License-Identifier: Apache-2.0
#include "redis/packeddiff.h"

#include "redis/packedblobs.h"
#include "redis/rediskeys.h"

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

void writeContexts(PackWriter &out, const ReportDiff &diff)
{
    out.array(diff.contexts.size());
    auto provisioned = diff.provisioned.begin(); // in the order of the contexts
    for (std::size_t i = 0; i < diff.contexts.size(); ++i) {
        const ContextChanged &context = diff.contexts[i];
        ProvisionId provision;
        if (provisioned != diff.provisioned.end() && provisioned->context == i)
            provision = (provisioned++)->provision;
        out.array(9).text(nameBytes(*context.key.name)).id(context.window).number(context.position);
        out.text(packReported(*context.reported)).number(int(context.reported->health));
        out.number(int(context.reported->ours)).number(int(context.key.slot == noSlot));
        out.id(context.reported->opener).id(provision);
    }
}

/// Ids of the report's contexts of one window, and of those that the window's row has.
struct Order {
    std::string now, before;
};

Order orderOf(const Fleet &fleet, const ReportedWindow &window, Slot row)
{
    Order order;
    for (const ReportedContext &context : window.contexts)
        append(order.now, context.id);
    if (row != noSlot)
        for (const Slot context : fleet.window(row).contexts)
            append(order.before, fleet.context(context).name->context);
    return order;
}

} // namespace

std::string packDiff(const Fleet &fleet, Slot client, const Report &report, const ReportDiff &diff)
{
    PackWriter out;
    out.array(7);
    out.array(diff.gone.size());
    for (const Slot context : diff.gone)
        out.text(nameBytes(*fleet.context(context).name));
    write(out, diff.windows);
    writeContexts(out, diff);
    out.array(diff.windowsGone.size());
    for (const WindowName &window : diff.windowsGone)
        out.text(nameBytes(window));
    write(out, diff.reordered);

    std::string windows, windowsBefore;
    std::vector<std::pair<std::string, std::string>> changed;
    for (const ReportedWindow &window : report.windows) {
        append(windows, window.id);
        const WindowName name{report.client.user, report.client.client, report.epoch, window.id};
        Order order = orderOf(fleet, window, client == noSlot ? noSlot : fleet.find(name));
        if (order.now != order.before)
            changed.emplace_back(nameBytes(name), std::move(order.now));
    }
    if (client != noSlot)
        for (const Slot window : fleet.client(client).windows)
            append(windowsBefore, fleet.window(window).name.window);
    out.text(windows != windowsBefore ? windows : std::string());
    out.array(changed.size());
    for (const auto &[window, order] : changed)
        out.array(2).text(window).text(order);
    return out.take();
}

} // namespace cheetah
