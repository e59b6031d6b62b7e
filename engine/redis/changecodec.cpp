// SPDX-License-Identifier: Apache-2.0
#include "redis/changecodec.h"

#include "redis/contextnames.h"
#include "redis/packedblobs.h"
#include "redis/rediskeys.h"

#include <array>
#include <charconv>

namespace cheetah {

namespace {

template <class T>
T orFail(PackReader &in, Result<T> parsed)
{
    if (parsed)
        return *std::move(parsed);
    in.fail("a name that is none");
    return T();
}

ContextKey contextKey(PackReader &in, std::string_view bytes)
{
    if (ContextNames *names = in.names())
        if (Result<ContextNamePtr> known = names->read(bytes))
            return {*std::move(known), noSlot};
    return {std::make_shared<const ContextName>(orFail(in, contextFromBytes(bytes))), noSlot};
}

ContextKey contextKey(PackReader &in)
{
    return contextKey(in, in.bytes());
}

ContextKey contextKeyOrNone(PackReader &in)
{
    const std::string_view bytes = in.bytes();
    return bytes.empty() ? ContextKey() : contextKey(in, bytes);
}

ClientName clientKey(PackReader &in)
{
    return orFail(in, clientFromBytes(in.bytes()));
}

WindowName windowKey(PackReader &in)
{
    return orFail(in, windowFromBytes(in.bytes()));
}

DrainTarget drainTarget(PackReader &in)
{
    return orFail(in, drainTargetFromBytes(in.bytes()));
}

void expect(PackReader &in, std::size_t fields, std::size_t expected)
{
    if (fields != expected)
        in.fail("a change of another length");
}

// `fields` is how many there are besides the kind.

void read(PackReader &in, std::size_t fields, AssignmentStarted &change)
{
    expect(in, fields, 6);
    Assignment &assignment = change.assignment;
    change.key = contextKey(in);
    assignment.fence = in.number<Fence>();
    assignment.acquiredAt = readTime(in);
    assignment.renewedAt = readTime(in);
    assignment.renewals = in.number<std::uint32_t>();
    readLease(in, assignment); // as the acquirer's node packed it
}

void read(PackReader &in, std::size_t fields, AssignmentRenewed &change)
{
    expect(in, fields, 3);
    change.key = contextKey(in);
    change.fence = in.number<Fence>();
    change.renewedAt = readTime(in);
}

void read(PackReader &in, std::size_t fields, AssignmentEnded &change)
{
    expect(in, fields, 3);
    change.key = contextKey(in);
    change.fence = in.number<Fence>();
    change.cause = in.oneOf(EndCause::Drained);
}

void read(PackReader &in, std::size_t fields, ContextChanged &change)
{
    expect(in, fields, 8);
    auto reported = std::make_shared<ReportedContext>();
    change.key = contextKey(in);
    change.window = in.id<WindowId>();
    change.position = in.number<std::uint32_t>();
    readBlob(in, readReported, *reported);
    reported->id = change.key.name->context;
    reported->health = in.oneOf(Health::Unresponsive);
    reported->ours = in.flag();
    change.firstSeenAt = readTime(in);
    const auto lastEnd = in.number<std::int64_t>();
    if (lastEnd < -1 || lastEnd > std::int64_t(EndCause::Drained))
        in.fail("an unknown cause");
    else if (lastEnd >= 0)
        change.lastEnd = EndCause(lastEnd);
    change.reported = std::move(reported);
}

void read(PackReader &in, std::size_t fields, ContextRemoved &change)
{
    expect(in, fields, 1);
    change.key = contextKey(in);
}

void read(PackReader &in, std::size_t fields, SettlingChanged &change)
{
    change.key = contextKey(in);
    if (fields == 1)
        return;
    expect(in, fields, 3);
    auto settling = std::make_shared<Settling>();
    settling->deadline = readTime(in);
    for (std::size_t i = in.array(); i > 0 && !in.failed(); --i)
        settling->commands.push_back(in.id<CommandId>());
    change.settling = std::move(settling);
}

void read(PackReader &in, std::size_t fields, HoldChanged &change)
{
    change.key = contextKey(in);
    if (fields == 1)
        return;
    expect(in, fields, 3);
    auto hold = std::make_shared<Hold>();
    hold->request = in.idOrNone<RequestId>();
    hold->until = readTime(in);
    change.hold = std::move(hold);
}

void read(PackReader &in, std::size_t fields, ParentChanged &change)
{
    expect(in, fields, 2);
    change.key = contextKey(in);
    change.parent = contextKeyOrNone(in);
}

void read(PackReader &in, std::size_t fields, WindowChanged &change)
{
    expect(in, fields, 6);
    change.name = windowKey(in);
    change.title = in.text();
    change.focused = in.flag();
    change.isolated = in.flag();
    change.ours = in.flag();
    change.position = in.number<std::uint32_t>();
}

void read(PackReader &in, std::size_t fields, WindowRemoved &change)
{
    expect(in, fields, 1);
    change.name = windowKey(in);
}

void read(PackReader &in, std::size_t fields, ClientChanged &change)
{
    expect(in, fields, 14);
    auto state = std::make_shared<ClientState>();
    change.name = clientKey(in);
    readBlob(in, readFixed, *state);
    state->epoch = in.idOrNone<Epoch>();
    state->generation = in.number<std::uint64_t>();
    state->seq = in.number<std::uint64_t>();
    state->connected = in.flag();
    state->node = in.idOrNone<NodeId>();
    state->connectedAt = readTime(in);
    state->disconnectedAt = readTime(in);
    state->graceUntil = readTime(in);
    state->removeAt = readTime(in);
    state->keptOutUntil = readTime(in);
    state->provisioner = in.idOrNone<NodeId>();
    state->provisionsUntil = readTime(in);
    change.state = std::move(state);
}

void read(PackReader &in, std::size_t fields, ClientSeqChanged &change)
{
    expect(in, fields, 2);
    change.name = clientKey(in);
    change.seq = in.number<std::uint64_t>();
}

void read(PackReader &in, std::size_t fields, ClientRemoved &change)
{
    expect(in, fields, 1);
    change.name = clientKey(in);
}

void read(PackReader &in, std::size_t fields, ReservationChanged &change)
{
    expect(in, fields, 8);
    auto reservation = std::make_shared<Reservation>();
    reservation->client = clientKey(in);
    reservation->provision = in.id<ProvisionId>();
    reservation->epoch = in.idOrNone<Epoch>();
    reservation->request = in.idOrNone<RequestId>();
    readBlob(in, readPlacement, reservation->placement);
    reservation->deadline = readTime(in);
    reservation->newWindow = in.flag();
    reservation->answeredSeq = in.number<std::uint64_t>();
    change.reservation = std::move(reservation);
}

void read(PackReader &in, std::size_t fields, ReservationRemoved &change)
{
    expect(in, fields, 2);
    change.client = clientKey(in);
    change.provision = in.id<ProvisionId>();
}

void read(PackReader &in, std::size_t fields, WaiterAdded &change)
{
    expect(in, fields, 3);
    auto waiter = std::make_shared<Waiter>();
    waiter->place = in.number<std::uint64_t>();
    waiter->enqueuedAt = readTime(in);
    readBlob(in, readWaiter, *waiter);
    change.waiter = std::move(waiter);
}

void read(PackReader &in, std::size_t fields, WaiterRemoved &change)
{
    expect(in, fields, 2);
    change.user = in.id<UserId>();
    change.place = in.number<std::uint64_t>();
}

void read(PackReader &in, std::size_t fields, DrainChanged &change)
{
    expect(in, fields, 6);
    Drain &drain = change.drain;
    drain.target = drainTarget(in);
    drain.state = in.oneOf(Drain::State::Forced);
    drain.deadline = readTime(in);
    drain.force = in.flag();
    drain.startedAt = readTime(in);
    drain.by = in.text();
}

void read(PackReader &in, std::size_t fields, DrainRemoved &change)
{
    expect(in, fields, 1);
    change.target = drainTarget(in);
}

void read(PackReader &in, std::size_t fields, NodeChanged &change)
{
    expect(in, fields, 6);
    NodeInfo &node = change.node;
    node.id = in.id<NodeId>();
    node.incarnation = in.idOrNone<Incarnation>();
    node.startedAt = readTime(in);
    node.heartbeatAt = readTime(in);
    readBlob(in, readNode, node);
    readBlob(in, readNodeReport, node.report);
}

void read(PackReader &in, std::size_t fields, NodeRemoved &change)
{
    expect(in, fields, 1);
    change.node = in.id<NodeId>();
}

template <class C>
void readAs(PackReader &in, std::size_t fields, Change &change)
{
    read(in, fields, change.emplace<C>());
}

using ReadAs = void (*)(PackReader &, std::size_t, Change &);

template <class... C>
constexpr std::array<ReadAs, sizeof...(C)> readersOf(const std::variant<C...> *)
{
    return {readAs<C>...};
}

/// One a kind, in the order of Change.
constexpr auto readers = readersOf(static_cast<const Change *>(nullptr));

std::vector<Change> readChanges(PackReader &in)
{
    constexpr std::size_t trusted = 1024; // a hostile count is believed no further than that
    std::vector<Change> changes;
    std::size_t left = in.array();
    for (changes.reserve(std::min(left, trusted)); left > 0 && !in.failed(); --left)
        changes.push_back(readChange(in));
    return changes;
}

/// The text up to the next space, which is taken off the bytes along with it.
std::string_view takeWord(std::string_view &bytes)
{
    const std::string_view word = bytes.substr(0, bytes.find(' '));
    bytes.remove_prefix(std::min(bytes.size(), word.size() + 1));
    return word;
}

} // namespace

std::optional<StreamId> StreamId::parse(std::string_view text)
{
    StreamId id;
    const char *const end = text.data() + text.size();
    const auto [dash, mistake] = std::from_chars(text.data(), end, id.at);
    if (mistake != std::errc() || dash == end || *dash != '-')
        return std::nullopt;
    const auto [stop, second] = std::from_chars(dash + 1, end, id.to);
    if (second != std::errc() || stop != end)
        return std::nullopt;
    return id;
}

std::string StreamId::text() const
{
    return std::to_string(at) + '-' + std::to_string(to);
}

Change readChange(PackReader &in)
{
    Change change;
    const std::size_t elements = in.array();
    const auto kind = in.number<std::uint32_t>();
    if (kind < 1 || kind > readers.size() || elements < 2)
        in.fail("an unknown change");
    else
        readers[kind - 1](in, elements - 1, change);
    return change;
}

Result<StreamedDelta> unpackDelta(std::string_view packed, std::uint32_t partition, ContextNames *names)
{
    const std::string_view previous = takeWord(packed), own = takeWord(packed);
    const std::optional<StreamId> id = StreamId::parse(own);
    StreamedDelta entry;
    entry.previous = StreamId::parse(previous);
    PackReader in(packed, names);
    if (!id || id->to == 0 || !std::in_range<std::int64_t>(id->at) || entry.previous.has_value() == previous.empty())
        in.fail("ids of entries that are none");
    else
        entry.id = *id;
    entry.delta.partition = partition;
    entry.delta.from = entry.id.to - 1;
    entry.delta.to = entry.id.to;
    entry.delta.at = {std::int64_t(entry.id.at)};
    entry.delta.changes = readChanges(in);
    if (!in.complete())
        return in.error();
    return entry;
}

Result<std::vector<Change>> unpackChanges(std::string_view packed)
{
    PackReader in(packed);
    std::vector<Change> changes = readChanges(in);
    if (!in.complete())
        return in.error();
    return changes;
}

} // namespace cheetah
