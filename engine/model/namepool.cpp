// SPDX-License-Identifier: Apache-2.0
#include "model/namepool.h"

#include "base/bigvector.h"

#include <mutex>
#include <utility>

namespace cheetah {

/// Blocks of one size, that of what is taken first.
class NamePool::Blocks {
public:
    Blocks() = default;
    Blocks(const Blocks &) = delete;
    Blocks &operator=(const Blocks &) = delete;
    ~Blocks()
    {
        for (const Room &room : m_rooms)
            Memory().deallocate(room.begin, room.bytes);
    }

    void *take(std::size_t bytes)
    {
        const std::lock_guard lock(m_mutex);
        if (m_free)
            return std::exchange(m_free, m_free->next);
        if (m_rooms.empty() || m_rooms.back().bytes - m_used < bytes)
            addRoom(m_rooms.empty() ? firstRoom : Memory::hugePage);
        return m_rooms.back().begin + std::exchange(m_used, m_used + bytes);
    }

    void give(void *block)
    {
        const std::lock_guard lock(m_mutex);
        m_free = new (block) Free{m_free};
    }

private:
    using Memory = HugePageAllocator<std::byte>;
    struct Room {
        std::byte *begin;
        std::size_t bytes;
    };
    struct Free {
        Free *next;
    };
    static constexpr std::size_t firstRoom = 16'384; ///< bytes: most nodes know few contexts

    void addRoom(std::size_t bytes)
    {
        m_rooms.push_back({Memory().allocate(bytes), bytes});
        m_used = 0;
    }

    std::mutex m_mutex;
    Free *m_free = nullptr;
    std::vector<Room> m_rooms; ///< all full but the last
    std::size_t m_used = 0;    ///< bytes of the last
};

template <class T>
class NamePool::Allocator {
public:
    using value_type = T;

    explicit Allocator(std::shared_ptr<Blocks> blocks) : m_blocks(std::move(blocks)) {}
    template <class U>
    Allocator(const Allocator<U> &other) : m_blocks(other.m_blocks)
    {}

    T *allocate(std::size_t count) { return static_cast<T *>(m_blocks->take(count * sizeof(T))); }
    void deallocate(T *block, std::size_t) { m_blocks->give(block); }

    friend bool operator==(const Allocator &a, const Allocator &b) { return a.m_blocks == b.m_blocks; }

private:
    template <class U>
    friend class Allocator;

    std::shared_ptr<Blocks> m_blocks;
};

NamePool::NamePool() : m_blocks(std::make_shared<Blocks>()) {}

ContextNamePtr NamePool::make(ContextName name)
{
    return std::allocate_shared<const ContextName>(Allocator<ContextName>(m_blocks), std::move(name));
}

} // namespace cheetah
