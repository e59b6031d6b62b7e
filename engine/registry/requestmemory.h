// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/assignment.h"
#include "model/handle.h"
#include "registry/keyedhash.h"

#include <vector>

namespace cheetah {

/// What became of acquire request ids: each current lease, and for a while beyond its end how it ended, so that a lost
/// reply is resolved by asking again and a repeated release is recognised (SPEC W4, W11); also the ids that were barred
/// before they got anything (SPEC W12). Owned by the registry. Entries lie in one vector with a table of hashes over them;
/// nothing is allocated for an entry once the bound was reached. Ids are kept as 128-bit fingerprints, not as text.
class RequestMemory {
public:
    using Key = KeyedHash::Wide;
    using Index = std::uint32_t;
    static constexpr Index none = ~Index(0);

    /// `Released`: ended by its holder's release.
    enum class State : std::uint8_t { Free, Live, Released, Ended, Barred };
    struct alignas(64) Entry { // one line of the cache
        Key key;
        Fence fence = 0;
        RegistryTime forgetAt;     ///< once ended or barred
        Slot slot = noSlot;        ///< while live
        std::uint32_t context = 0; ///< hash of the context's name
        Index next = none, previous = none;
        State state = State::Free;
        EndCause cause = EndCause::Released;
    };

    /// At most `bound` ended and barred ids are kept, each for `keep`; what the bound drops early is counted.
    RequestMemory(const KeyedHash &hash, std::uint32_t bound, Micros keep);

    Key key(const UserId &user, const RequestId &request) const { return key(m_hash(1, user.text()), request); }
    /// The same for who has the user's hash with seed 1 at hand.
    Key key(std::uint64_t user, const RequestId &request) const { return m_hash.wide(user, request.text()); }
    Index find(const Key &key, RegistryTime now) const;
    /// Brings the key's place in the table closer, for a find() that comes soon: it is the one access of a step on a lease
    /// that misses every cache.
    void prefetch(const Key &key) const { __builtin_prefetch(&m_cells[tag(key) & m_mask], 1); }
    const Entry &entry(Index index) const { return m_entries[index]; }

    /// find() must not have found the key.
    Index addLive(const Key &key, Slot slot, Fence fence, std::uint32_t context, RegistryTime now);
    void end(Index index, State state, EndCause cause, RegistryTime now);
    void bar(const Key &key, RegistryTime now);

    std::uint64_t dropped() const { return m_dropped; }
    std::uint32_t remembered() const { return m_ended; }

private:
    struct Cell {
        std::uint32_t tag = 0;
        Index index = none;
    };

    static std::uint32_t tag(const Key &key) { return std::uint32_t(key.low); }
    Index insert(const Key &key, RegistryTime now);
    void append(Index index);
    void forget(Index index);
    void forgetPast(RegistryTime now);
    void eraseCell(Index index);
    void growTable();

    KeyedHash m_hash;
    std::uint32_t m_bound;
    Micros m_keep;
    std::vector<Entry> m_entries;
    std::vector<Cell> m_cells; ///< open addressing, linear, at most half full
    std::uint32_t m_mask;
    std::uint32_t m_used = 0;
    Index m_free = none;
    Index m_oldest = none, m_newest = none; ///< ended and barred, by when they are forgotten
    std::uint32_t m_ended = 0;
    std::uint64_t m_dropped = 0;
};

} // namespace cheetah
