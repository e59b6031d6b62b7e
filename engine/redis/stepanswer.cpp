// SPDX-License-Identifier: Apache-2.0
#include "redis/stepanswer.h"

#include "redis/rediskeys.h"

namespace cheetah {

std::optional<Error> StepAnswer::error() const
{
    if (m_reply.kind() == RedisReply::Kind::Text)
        return std::nullopt;
    if (!m_reply.isArray() || m_reply.size() < valuesFrom)
        return malformedError();
    if (m_reply.at(0).integer() == 0)
        return std::nullopt;
    const auto &parts = m_reply.elements();
    Error error(errorCodeFromName(m_reply.at(valuesFrom).text()));
    for (std::size_t i = valuesFrom + 1; i + 1 < parts.size(); i += 2) {
        std::string value = parts[i + 1].text();
        if (parts[i].text() == "closable") {
            const Result<ContextName> name = contextFromBytes(value);
            if (!name)
                return malformedError();
            value = toText(*name);
        }
        error.params.emplace_back(parts[i].text(), std::move(value));
    }
    return error;
}

void StepAnswer::tellDelta(RegistryTime at, std::span<const Change> changes)
{
    m_at = at;
    for (const Change &change : changes)
        if (const auto *started = std::get_if<AssignmentStarted>(&change))
            m_fence = started->assignment.fence;
}

const RedisReply &StepAnswer::value(std::size_t index) const
{
    m_malformed = m_malformed || !has(index);
    return m_reply.at(index + valuesFrom);
}

ContextName StepAnswer::context(std::size_t index) const
{
    Result<ContextName> name = contextFromBytes(text(index));
    m_malformed = m_malformed || !name;
    return name ? *std::move(name) : ContextName();
}

std::vector<ContextNamePtr> StepAnswer::contexts(std::size_t index) const
{
    std::vector<ContextNamePtr> names;
    for (const RedisReply &one : value(index).elements()) {
        Result<ContextName> name = contextFromBytes(one.text());
        if (name)
            names.push_back(std::make_shared<ContextName>(*std::move(name)));
        else
            m_malformed = true;
    }
    return names;
}

Error StepAnswer::malformedError()
{
    return Error(ErrorCode::StoreError, {{"prefix", "malformed"}}, "a function answered what it never should");
}

} // namespace cheetah
