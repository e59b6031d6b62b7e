// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/bigvector.h"
#include "model/assignment.h"
#include "model/handle.h"
#include "registry/keyedhash.h"
#include "registry/prefetch.h"

namespace cheetah {

/// What became of acquire request ids: which context each current one holds, and for a while beyond its end how it ended,
/// so that a lost reply is resolved by asking again and a repeated release is recognised (SPEC W4, W11); also the ids that
/// were barred before they got anything (SPEC W12). Owned by the registry. Ids are kept as 96 bits of a secret fingerprint,
/// not as text, in one table of hashes; the ended ones stand behind each other in a ring, the next to be forgotten in
/// front. Nothing is allocated once the bound was reached.
class RequestMemory {
public:
    using Key = KeyedHash::Wide;
    /// The part of a key that tells where in the table to look for it.
    using Home = std::uint32_t;

    /// `Released`: by its holder.
    enum class Fate : std::uint8_t { Released, Ended, Barred };
    /// A request that holds nothing any more, or never may.
    struct Past {
        Fence fence = 0;
        RegistryTime forgetAt;
        Home home = 0;
        std::uint32_t context = 0; ///< hash of the context's name
        Fate fate = Fate::Ended;
        EndCause cause = EndCause::Released;
    };
    /// What is known of a request: at most one of the two. The pointer holds until the next change.
    struct Found {
        Slot live = noSlot; ///< the context that it holds
        const Past *past = nullptr;

        explicit operator bool() const { return live != noSlot || past; }
    };

    /// At most `bound` ended and barred ids are kept, each for `keep`; what the bound drops early is counted.
    RequestMemory(const KeyedHash &hash, std::uint32_t bound, Micros keep);

    Key key(const UserId &user, const RequestId &request) const { return key(m_hash(1, user.text()), request); }
    /// The same for who has the user's hash with seed 1 at hand.
    Key key(std::uint64_t user, const RequestId &request) const { return m_hash.wide(user, request.text()); }
    static Home home(const Key &key) { return Home(key.low); }

    Found find(const Key &key, RegistryTime now) const;
    /// Has the place in the table fetched, for a step that comes to it soon: no two ids lie near each other, so that nearly
    /// each misses every cache.
    void expect(Home home) const { prefetch(&m_cells[home & m_mask]); }
    void expect(const UserId &user, const RequestId &request) const
    {
        expect(Home(m_hash(m_hash(1, user.text()), request.text()))); // as home(key(user, request))
    }

    /// find() must not have found the key.
    void addLive(const Key &key, Slot slot, RegistryTime now);
    /// The request of that home, which holds `slot`, ends. The caller tells in the answer how, before the next change.
    Past &end(Slot slot, Home home, RegistryTime now);
    void bar(const Key &key, RegistryTime now);

    std::uint64_t dropped() const { return m_dropped; }
    std::uint32_t remembered() const { return m_end - m_begin; }

private:
    /// Where a key leads: to a slot, or with `pastBit` to the past of that number.
    using Target = std::uint32_t;
    static constexpr Target pastBit = Target(1) << 31;
    static constexpr Target nowhere = pastBit - 1; ///< no fleet has so many rows

    struct Cell {
        std::uint64_t low = 0;
        std::uint32_t high = 0;
        Target target = nowhere;

        bool holds(const Key &key) const { return low == key.low && high == std::uint32_t(key.high); }
    };

    void insert(const Key &key, Target target);
    Past &append(Home home, RegistryTime now);
    void dropBeyondBound();
    void forgetOldest();
    void forgetPast(RegistryTime now);
    std::uint32_t cellOf(Home home, Target target) const;
    void erase(std::uint32_t hole);
    void growTable();
    void growRing();
    Target last() const { return (m_end - 1) | pastBit; }
    Past &past(std::uint32_t number) { return m_past[number & m_pastMask]; }
    const Past &past(std::uint32_t number) const { return m_past[number & m_pastMask]; }

    KeyedHash m_hash;
    std::uint32_t m_bound;
    Micros m_keep;
    BigVector<Cell> m_cells; ///< open addressing, linear, at most two thirds full
    std::uint32_t m_mask;
    std::uint32_t m_used = 0;
    BigVector<Past> m_past; ///< a ring, by the low bits of the numbers
    std::uint32_t m_pastMask;
    std::uint32_t m_begin = 0, m_end = 0; ///< numbers of the oldest and of the next to come
    std::uint64_t m_dropped = 0;
};

} // namespace cheetah
