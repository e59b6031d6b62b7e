// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contracts/outcometexts.h"

#include <functional>
#include <random>

namespace cheetah::test {

/// `prefix` and six digits.
std::string numbered(const char *prefix, std::uint32_t number);

/// One random history of steps, taken on two registries in the same order and at the same times: each outcome must be the
/// same in both, and so must the fleets after each step. Steps are chosen so that most of them mean something: names come
/// from a small world, handles and ids from what was given before, some of them stale.
class History {
public:
    History(RegistryUnderTest &first, RegistryUnderTest &second, ManualClock &clock, const DeploymentPolicies &policies,
            std::uint64_t seed);

    /// Takes that many steps; ends early at the first difference, which fails the test.
    void run(std::uint32_t steps);
    std::uint32_t taken() const { return m_taken; }
    /// Leases among them.
    std::uint32_t granted() const { return m_granted; }

private:
    struct Client {
        ClientName name;
        int epochs = 0;
        std::uint64_t generation = 0;
        std::uint64_t seq = 0;
        std::vector<ReportedWindow> windows;
    };
    struct Queued {
        UserId user;
        RequestId request;
        std::uint64_t place = 0;
    };

    struct Command {
        CommandId id;
        UserId user;
        ClientName client; ///< that it addresses
        Epoch epoch;
    };

    // Chance.
    std::uint32_t below(std::uint32_t end) { return std::uint32_t(m_random() % end); }
    bool oneIn(std::uint32_t n) { return below(n) == 0; }
    template <class T>
    T &any(std::vector<T> &list)
    {
        return list[below(std::uint32_t(list.size()))];
    }
    Client &anyClient() { return any(m_clients); }
    Epoch epochOf(const Client &client) const;
    RequestId anyRequest();
    ContextName anyContext();
    WindowName anyWindow();
    RequirementsPtr anyRequirements();
    Placement anyPlacement(const Client &client);
    NodeId anyNode() { return NodeId::trusted(oneIn(2) ? "n1" : "n2"); }
    ConnectionId anyRequester();
    Command anyCommand();
    DrainTarget anyTarget();
    AssignArgs anyAssign();
    Handle anyHandle();

    // Kinds of steps.
    void stepOnLease();
    void stepsOnLeasesAtOnce();
    void stepOnQueue();
    void stepOnConnection();
    void stepOnReport();
    void stepOnReservation();
    void stepOnCommand();
    void stepOnDrain();
    void stepOnNode();
    void passTime();
    void shuffle(Client &client);
    void hello(Client &client);
    void report(Client &client);
    void admit();
    void sendOrEnd(const Command &command);

    /// Takes one step on both and gives the first one's result.
    template <class T, class Call>
    Result<T> both(const std::string &what, Call &&call)
    {
        Result<T> first = on<T>(m_first, call);
        const Result<T> second = on<T>(m_second, call);
        ++m_taken;
        compare(what, show(first), show(second));
        return first;
    }
    /// The same where nothing follows from the result.
    template <class T, class Call>
    void alike(const std::string &what, Call &&call)
    {
        (void)both<T>(what, call);
    }
    /// A step among several that are asked at one time: what it is, and how it is asked of a registry.
    struct AtOnce {
        std::string what;
        std::function<void(RegistryUnderTest &, Callback<void(std::string)>)> ask;
    };
    AtOnce anyAtOnce();
    static std::string allOf(const std::vector<AtOnce> &steps, RegistryUnderTest &registry);
    template <class T, class Call>
    static Result<T> on(RegistryUnderTest &registry, Call &&call)
    {
        std::optional<Result<T>> answer;
        call(registry, Reply<T>([&](Result<T> result) { answer = std::move(result); }));
        registry.deliver([&] { return answer.has_value(); });
        return answer ? std::move(*answer) : Result<T>(ErrorCode::Internal);
    }
    void compare(const std::string &what, const std::string &first, const std::string &second);

    RegistryUnderTest &m_first;
    RegistryUnderTest &m_second;
    ManualClock &m_clock;
    const DeploymentPolicies m_policies;
    std::mt19937_64 m_random;
    std::uint32_t m_taken = 0;
    std::uint32_t m_granted = 0;
    bool m_failed = false;
    std::vector<std::string> m_log; ///< the latest steps, told with a difference

    std::vector<Client> m_clients;
    std::vector<Handle> m_handles;
    std::vector<Queued> m_queued;
    std::vector<Command> m_commands; ///< the latest admitted
    std::vector<ProvisionId> m_provisions;
    std::map<std::string, std::string> m_incarnations;
    std::uint32_t m_ids = 0;
    std::uint32_t m_requesters = 0;
    Scope m_scope;
};

} // namespace cheetah::test
