// SPDX-License-Identifier: Apache-2.0
#include "pool/explain.h"

#include "base/duration.h"
#include "registry/fulfils.h"

#include <algorithm>

namespace cheetah {

namespace {

/// Collects what single changes would free, and picks the one that frees most.
class Changes {
public:
    explicit Changes(const Demand &demand) : m_demand(demand) {}

    /// One context that only `verdict` stands against.
    void add(const Fleet &fleet, const ContextRow &context, const Verdict &verdict)
    {
        const ClientRow &client = fleet.client(context.client);
        switch (verdict.rule) {
        case Rule::Kind:
            return count("drop_condition", {{"condition", "kind=" + verdict.wanted}});
        case Rule::Client:
            return count("drop_condition", {{"condition", "client=" + verdict.wanted}});
        case Rule::MetadataMatch:
            return count("drop_condition", {{"condition", condition(verdict, client)}});
        case Rule::Window:
            return count("drop_condition", {{"condition", "window=" + verdict.wanted}});
        case Rule::Connected:
            return count("connect_client", {{"client", client.name.client.string()}});
        case Rule::DrainingNode:
        case Rule::DrainingClient:
        case Rule::DrainingWindow:
            return count("undrain", {{"target", verdict.subject}});
        case Rule::Settling:
            return count("settle", {{"context", toText(*context.name)}, {"command", verdict.subject}});
        case Rule::Health:
            return count("any_health", {});
        case Rule::Reserved:
        case Rule::Assigned:
        case Rule::EarlierWaiter:
            return wait(verdict.remaining);
        }
    }

    std::optional<Suggestion> best(const ProvisioningVerdict &provisioning, bool mayAllow) const
    {
        const Suggestion *most = nullptr;
        for (const auto &[key, suggestion] : m_changes)
            if (!most || suggestion.unlocks > most->unlocks)
                most = &suggestion;
        if (provisioning.possible && !provisioning.asked && mayAllow && (!most || most->code == "wait"))
            return Suggestion{"allow_creation", {}, 1};
        if (most && most->code == "wait") {
            Suggestion suggestion = *most;
            if (m_soonest)
                suggestion.params.emplace_back("remaining", formatDuration(std::chrono::ceil<Seconds>(*m_soonest)));
            return suggestion;
        }
        if (most)
            return *most;
        if (provisioning.asked && provisioning.code.starts_with("limit_"))
            return Suggestion{"raise_limit", provisioning.params, 1};
        if (provisioning.asked && (provisioning.code == "claimed" || provisioning.code == "not_owner")
            && !provisioning.owner.empty())
            return Suggestion{"ask_owner", {{"owner", provisioning.owner}}, 1};
        return Suggestion{"add_client", {}, 0};
    }

private:
    std::string condition(const Verdict &verdict, const ClientRow &client) const
    {
        for (const MetadataCondition &wanted : m_demand.requirements->metadata)
            if ("metadata." + wanted.key == verdict.subject && !fulfils(client.state->metadata, wanted))
                return toText(wanted);
        return verdict.subject;
    }
    void count(std::string_view code, Error::Params params)
    {
        std::string key(code);
        for (const auto &[name, value] : params)
            key += '\0' + value;
        Suggestion &suggestion = m_changes[key];
        if (suggestion.unlocks++ == 0) {
            suggestion.code = code;
            suggestion.params = std::move(params);
        }
    }
    void wait(std::optional<Micros> remaining)
    {
        count("wait", {});
        if (remaining && (!m_soonest || *remaining < *m_soonest))
            m_soonest = remaining;
    }

    const Demand &m_demand;
    std::map<std::string, Suggestion> m_changes;
    std::optional<Micros> m_soonest;
};

/// What stands against a context: the first rule, and whether it is the only one.
struct Obstacles {
    const Constraint *first = nullptr;
    bool several = false;

    /// Looks on at the rules of the client, or at those of the context.
    void look(const Candidate &candidate, const Demand &demand, bool ofClient)
    {
        for (const Constraint &constraint : constraints()) {
            if (several)
                return;
            if (constraint.ofClient != ofClient || constraint.holds(candidate, demand))
                continue;
            several = first != nullptr;
            first = first ? first : &constraint;
        }
    }
};

void addContext(const Candidate &candidate, const Demand &demand, Obstacles obstacles, Explanation &explanation,
                Changes &changes)
{
    obstacles.look(candidate, demand, false);
    if (!obstacles.first) {
        ++explanation.fitting;
        return;
    }
    ++explanation.excludedBy[obstacles.first->rule];
    if (obstacles.several)
        return;
    std::vector<Verdict> verdicts;
    obstacles.first->tell(candidate, demand, verdicts);
    if (verdicts.size() == 1)
        changes.add(candidate.fleet, *candidate.context, verdicts.front());
}

void addClient(const Fleet &fleet, const ClientRow &client, const Demand &demand, Explanation &explanation,
               Changes &changes)
{
    explanation.candidates += client.contexts;
    Obstacles obstacles;
    obstacles.look({fleet, client, nullptr}, demand, true);
    if (obstacles.several && client.contexts > 0) { // no single change helps any of its contexts
        explanation.excludedBy[obstacles.first->rule] += client.contexts;
        return;
    }
    for (const Slot window : client.windows)
        for (const Slot context : fleet.window(window).contexts)
            addContext({fleet, client, &fleet.context(context)}, demand, obstacles, explanation, changes);
}

void addDetails(const Fleet &fleet, const ClientRow &client, const Demand &demand, Explanation &explanation)
{
    for (const Slot window : client.windows)
        for (const Slot context : fleet.window(window).contexts) {
            if (explanation.details.size() >= explainedCandidates)
                return;
            explanation.details.push_back({fleet.context(context).name, verdicts(fleet, context, demand)});
        }
}

} // namespace

Explanation explain(const Fleet &fleet, const AcquireRequest &request, const Demand &demand,
                    const ProvisioningVerdict &provisioning, bool detailed)
{
    Explanation explanation;
    explanation.revision = fleet.revision();
    explanation.strategyScope = "node";
    explanation.provisioning = provisioning;
    explanation.satisfiable = satisfiable(fleet, request);
    Changes changes(demand);
    if (const Slot user = fleet.find(request.user); user != noSlot)
        for (const Slot client : fleet.user(user).clients) {
            addClient(fleet, fleet.client(client), demand, explanation, changes);
            if (detailed)
                addDetails(fleet, fleet.client(client), demand, explanation);
        }
    if (request.placement.asksForCreation()) {
        if (!provisioning.possible)
            explanation.smallestChange = Changes(demand).best(provisioning, true);
    } else if (explanation.fitting == 0) {
        explanation.smallestChange = changes.best(provisioning, !request.reuseOnly);
    }
    return explanation;
}

bool satisfiable(const Fleet &fleet, const AcquireRequest &request)
{
    const Slot user = fleet.find(request.user);
    if (user == noSlot)
        return false;
    if (request.placement.window) {
        const Slot window = fleet.find(*request.placement.window);
        return window != noSlot && fleet.window(window).name.user == request.user
            && clientFulfils(request.requirements.get(), fleet.client(fleet.window(window).client));
    }
    const auto &clients = fleet.user(user).clients;
    return std::any_of(clients.begin(), clients.end(),
                       [&](Slot client) { return clientFulfils(request.requirements.get(), fleet.client(client)); });
}

Error::Params countsOf(const Explanation &explanation)
{
    Error::Params params{{"revision", std::to_string(explanation.revision)},
                         {"candidates", std::to_string(explanation.candidates)}};
    for (const auto &[rule, count] : explanation.excludedBy)
        params.emplace_back("excluded." + std::string(name(rule)), std::to_string(count));
    params.emplace_back("provisioning", explanation.provisioning.code);
    if (explanation.smallestChange)
        params.emplace_back("suggestion", explanation.smallestChange->code);
    return params;
}

} // namespace cheetah
