// SPDX-License-Identifier: Apache-2.0
#include "registry/fulfils.h"

#include <algorithm>

namespace cheetah {

bool clientFulfils(const Requirements *requirements, const ClientRow &client)
{
    if (!requirements)
        return true;
    if (!client.state)
        return false;
    if (requirements->kind && *requirements->kind != client.state->kind)
        return false;
    if (!requirements->client.empty() && requirements->client != client.name.client)
        return false;
    return std::all_of(requirements->metadata.begin(), requirements->metadata.end(),
                       [&](const MetadataCondition &condition) { return fulfils(client.state->metadata, condition); });
}

Rule unmetRule(const Requirements &requirements, const ClientRow &client)
{
    if (requirements.kind && *requirements.kind != client.state->kind)
        return Rule::Kind;
    return !requirements.client.empty() && requirements.client != client.name.client ? Rule::Client
                                                                                     : Rule::MetadataMatch;
}

} // namespace cheetah
