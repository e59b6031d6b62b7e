// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <unordered_map>
#include <utility>

namespace cheetah {

/// Counts open connections, in all and by peer address (SPEC E4). Outlives its places.
class ConnectionCount {
    using Addresses = std::unordered_map<std::string, std::size_t>;

public:
    /// One counted connection; destroying it gives the place back. Default-constructed it is none.
    class Place {
    public:
        Place() = default;
        Place(Place &&other) noexcept
            : m_count(std::exchange(other.m_count, nullptr)), m_address(std::exchange(other.m_address, nullptr))
        {}
        Place &operator=(Place &&other) noexcept
        {
            std::swap(m_count, other.m_count);
            std::swap(m_address, other.m_address);
            return *this;
        }
        ~Place()
        {
            if (m_count)
                m_count->giveBack(m_address);
        }
        explicit operator bool() const { return m_count; }
        const std::string &address() const { return m_address->first; }

    private:
        friend class ConnectionCount;
        Place(ConnectionCount *count, Addresses::value_type *address) : m_count(count), m_address(address) {}
        ConnectionCount *m_count = nullptr;
        Addresses::value_type *m_address = nullptr;
    };

    ConnectionCount(std::size_t total, std::size_t perAddress) : m_maxTotal(total), m_maxPerAddress(perAddress) {}
    ConnectionCount(const ConnectionCount &) = delete;
    ConnectionCount &operator=(const ConnectionCount &) = delete;

    std::size_t total() const { return m_total; }
    bool full() const { return m_total >= m_maxTotal; }

    enum class Kind { Limited, Proxy }; ///< behind a proxy's one address stand many

    /// A place, or none when the address or the port has no more.
    Place take(const std::string &address, Kind kind = Kind::Limited)
    {
        if (full())
            return {};
        Addresses::value_type &entry = *m_addresses.try_emplace(address, 0).first;
        if (kind == Kind::Limited && entry.second >= m_maxPerAddress)
            return {};
        ++entry.second;
        ++m_total;
        return Place(this, &entry);
    }

    /// Counts the place under another address from now on. False, and nothing changes, when that has no more.
    bool move(Place &place, const std::string &address)
    {
        Addresses::value_type &entry = *m_addresses.try_emplace(address, 0).first;
        if (entry.second >= m_maxPerAddress)
            return false;
        ++entry.second;
        ++m_total;
        place = Place(this, &entry);
        return true;
    }

private:
    void giveBack(Addresses::value_type *address)
    {
        --m_total;
        if (!--address->second)
            m_addresses.erase(std::string(address->first));
    }

    const std::size_t m_maxTotal;
    const std::size_t m_maxPerAddress;
    std::size_t m_total = 0;
    Addresses m_addresses;
};

} // namespace cheetah
