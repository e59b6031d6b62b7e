// SPDX-License-Identifier: Apache-2.0
#include "delivery/linkdirectory.h"

namespace cheetah {

struct LinkDirectory::Entries {
    std::unordered_map<ClientName, Link> links;
};

LinkDirectory::LinkDirectory() : m_entries(std::make_shared<Entries>()) {}

LinkDirectory::Registration LinkDirectory::add(const ClientName &client, const Epoch &epoch, std::uint64_t generation,
                                               ClientLink &link)
{
    Link &present = m_entries->links[client];
    if (present.link && present.generation > generation)
        return {};
    present = {&link, epoch, generation};
    if (m_observer)
        m_observer->linkAdded(client);
    return Registration(m_entries, client, generation);
}

const LinkDirectory::Link *LinkDirectory::find(const ClientName &client) const
{
    const auto found = m_entries->links.find(client);
    return found == m_entries->links.end() ? nullptr : &found->second;
}

std::size_t LinkDirectory::size() const
{
    return m_entries->links.size();
}

LinkDirectory::Registration &LinkDirectory::Registration::operator=(Registration &&other) noexcept
{
    if (this != &other) {
        remove();
        m_entries = std::move(other.m_entries);
        m_client = std::move(other.m_client);
        m_generation = other.m_generation;
    }
    return *this;
}

void LinkDirectory::Registration::remove()
{
    if (const auto entries = m_entries.lock()) {
        const auto found = entries->links.find(m_client);
        if (found != entries->links.end() && found->second.generation == m_generation)
            entries->links.erase(found);
    }
    m_entries.reset();
}

} // namespace cheetah
