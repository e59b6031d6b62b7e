// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/drain.h"
#include "model/handle.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace cheetah {

// Names as bytes, as keys and fields in Redis bear them: each id has its length in one byte before it, so that no two
// names share their bytes and no id reaches beyond its place (SPEC R6).

std::string nameBytes(const ClientName &name);
std::string nameBytes(const WindowName &name);
/// The context id may be empty: a command that addresses a client as a whole.
std::string nameBytes(const ContextName &name);
std::string nameBytes(const UserId &user, const RequestId &request);
/// A handle without its context, as leases in Redis bear it: the fence in eight bytes, then the request's name.
std::string handleBytes(const UserId &user, const RequestId &request, Fence fence);
/// 'c', 'w' or 'n' for its sort, then the name's bytes, of a node its id as it is.
std::string nameBytes(const DrainTarget &target);

// The reverse; `bad_id` on anything that nameBytes did not make.
Result<ClientName> clientFromBytes(std::string_view bytes);
Result<WindowName> windowFromBytes(std::string_view bytes);
/// With `orClient` the context id may be empty.
Result<ContextName> contextFromBytes(std::string_view bytes, bool orClient = false);
Result<std::pair<UserId, RequestId>> requestFromBytes(std::string_view bytes);
Result<DrainTarget> drainTargetFromBytes(std::string_view bytes);

/// Names the keys of one deployment. A partition's keys share a hash tag, hence one slot of a Cluster and one script
/// (SPEC R2); the deployment id stands there in hexadecimal, so that none of its bytes can end the tag or reach another's
/// keys (SPEC R6). A value.
class RedisKeys {
public:
    /// At least one partition.
    RedisKeys(const DeploymentId &deployment, std::uint32_t partitions);

    std::uint32_t partitions() const { return m_partitions; }
    /// Where everything of that user lies; the same in every process and version.
    std::uint32_t partitionOf(const UserId &user) const;

    /// `cheetah:{<deployment>:<partition>}:`, with which all keys of the partition begin.
    std::string prefix(std::uint32_t partition) const;
    std::string key(std::uint32_t partition, std::string_view name) const { return prefix(partition).append(name); }
    /// A name that belongs to no partition.
    std::string shared(std::string_view name) const;
    std::string meta(std::uint32_t partition) const { return key(partition, "meta"); }
    /// Also the name of the channel that tells the ids of its new entries.
    std::string stream(std::uint32_t partition) const { return key(partition, "stream"); }

private:
    std::string m_deployment; ///< in hexadecimal
    std::uint32_t m_partitions;
};

} // namespace cheetah
