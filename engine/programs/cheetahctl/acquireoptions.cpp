// SPDX-License-Identifier: Apache-2.0
#include "programs/cheetahctl/acquireoptions.h"

#include "base/duration.h"
#include "base/idsource.h"

namespace cheetah {

namespace {

/// Reads an option into an id, which stays as it is where the option is not given; with neither the option is missing.
template <class Tag>
Result<void> readId(const Arguments &arguments, std::string_view option, Id<Tag> &id)
{
    if (const auto text = arguments.value(option)) {
        auto parsed = Id<Tag>::parse(*text);
        if (!parsed)
            return parsed.error();
        id = *std::move(parsed);
    }
    if (id.empty())
        return Error(ErrorCode::BadRequest, {{"reason", "--" + std::string(option) + " is missing"}});
    return {};
}

Result<RequirementsPtr> requirementsOf(const Arguments &arguments)
{
    auto requirements = std::make_shared<Requirements>();
    for (const std::string &expression : arguments.values("require"))
        if (auto added = addExpression(*requirements, expression); !added)
            return added.error();
    return requirements->empty() ? RequirementsPtr() : RequirementsPtr(std::move(requirements));
}

} // namespace

std::vector<OptionSpec> acquireOptions()
{
    return {
        {"user", "U", "whose contexts"},
        {"task", "T", "label of the task that will hold it"},
        {"request-id", "R", "asking again with the same id gives the same lease (default: a new one)"},
        {"require", "EXPR", "what the client must be like; see below", true},
        {"strategy", "NAME", "round-robin (default), least-busy, or one that the node's host registered"},
        {"placement", "WHERE", "any (default), window:W, new-tab, new-tab:W, new-window, isolated"},
        {"reuse-only", "", "never create a context"},
        {"auto-provision", "", "create a context where none is free"},
        {"wait", "DURATION", "wait in the queue for so long (default: not at all; for creation 30s)"},
    };
}

Result<std::optional<Micros>> durationOf(const Arguments &arguments, std::string_view option)
{
    const auto text = arguments.value(option);
    if (!text)
        return std::optional<Micros>();
    const auto duration = parseDuration(*text);
    if (duration)
        return std::optional(*duration);
    Error error = duration.error();
    error.params.emplace_back("setting", "--" + std::string(option));
    return error;
}

Result<AcquireRequest> acquireRequestOf(const Arguments &arguments, AcquireRequest request)
{
    if (request.request.empty()) {
        SystemIdSource ids;
        request.request = RequestId::trusted(ids.unique());
    }
    if (auto read = readId(arguments, "user", request.user); !read)
        return read.error();
    if (auto read = readId(arguments, "task", request.task); !read)
        return read.error();
    if (auto read = readId(arguments, "request-id", request.request); !read)
        return read.error();
    auto requirements = requirementsOf(arguments);
    if (!requirements)
        return requirements.error();
    request.requirements = *std::move(requirements);
    request.strategy = arguments.valueOr("strategy", "");
    auto placement = parsePlacement(arguments.valueOr("placement", "any"));
    if (!placement)
        return placement.error();
    request.placement = *std::move(placement);
    request.reuseOnly = arguments.has("reuse-only");
    request.autoProvision = arguments.has("auto-provision");
    auto wait = durationOf(arguments, "wait");
    if (!wait)
        return wait.error();
    request.wait = *wait;
    return request;
}

} // namespace cheetah
