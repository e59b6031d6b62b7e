// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "delivery/clientlink.h"

#include <memory>
#include <unordered_map>
#include <vector>

namespace cheetah {

/// The clients whose sockets this node holds, each with the link of its newest generation. It does not decide who is
/// connected: the registry does. Owned by the host.
class LinkDirectory {
    struct Entries;

public:
    struct Link {
        ClientLink *link = nullptr;
        Epoch epoch;
        std::uint64_t generation = 0;
    };

    /// Hears of each client that came, or came back. At most one; it outlives the directory or is withdrawn.
    class Observer {
    public:
        virtual void linkAdded(const ClientName &client) = 0;

    protected:
        ~Observer() = default;
    };

    LinkDirectory();

    /// Held by the session for as long as its hello is in force; its end takes the link out unless a newer generation has
    /// taken its place already.
    class Registration {
    public:
        Registration() = default;
        Registration(Registration &&) noexcept = default;
        Registration &operator=(Registration &&other) noexcept;
        ~Registration() { remove(); }

    private:
        friend class LinkDirectory;
        Registration(std::weak_ptr<Entries> entries, ClientName client, std::uint64_t generation)
            : m_entries(std::move(entries)), m_client(std::move(client)), m_generation(generation)
        {}
        void remove();
        std::weak_ptr<Entries> m_entries;
        ClientName m_client;
        std::uint64_t m_generation = 0;
    };
    /// Takes the place of an older generation. An older one than is known registers nothing (SPEC W7).
    [[nodiscard]] Registration add(const ClientName &client, const Epoch &epoch, std::uint64_t generation,
                                   ClientLink &link);

    /// Null if the client has no socket here. Valid until the next change.
    const Link *find(const ClientName &client) const;
    std::size_t size() const;
    void observe(Observer *observer) { m_observer = observer; }

private:
    std::shared_ptr<Entries> m_entries;
    Observer *m_observer = nullptr;
};

} // namespace cheetah
