// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/idsource.h"
#include "delivery/payloadledger.h"

#include <memory>

namespace cheetah {

/// Payloads as files of one private folder (0700, files 0600). One process uses the folder at a time: what a former one
/// left is removed at the start, since no evidence of it is left either. Reads and writes are synchronous; the folder lies
/// on a local disk.
class DirectoryPayloadStore final : public PayloadStore {
public:
    /// Makes the folder if it is missing (its parent must exist). `io_error` (param path) if it cannot be used, is no
    /// folder, belongs to another user, or others may enter it.
    static Result<std::unique_ptr<DirectoryPayloadStore>> create(const std::string &path, const Clock &clock,
                                                                 IdSource &ids, PayloadLimits limits);
    ~DirectoryPayloadStore() override;

    void put(const UserId &user, std::string bytes, const Scope &scope, Reply<PayloadId> reply) override;
    void get(const UserId &user, const PayloadId &payload, const Scope &scope, Reply<std::string> reply) override;
    void remove(const UserId &user, const PayloadId &payload, const Scope &scope, Reply<void> reply) override;
    std::uint64_t bytes() const override { return m_ledger.bytes(); }
    std::uint64_t turnedAway() const override { return m_ledger.turnedAway(); }

private:
    DirectoryPayloadStore(int folder, const Clock &clock, IdSource &ids, PayloadLimits limits)
        : m_folder(folder), m_ids(ids), m_ledger(clock, limits)
    {}
    Result<void> removeLeftovers();
    Result<void> write(const PayloadId &payload, std::string_view bytes);
    Result<std::string> read(const PayloadId &payload) const;
    void unlink(const PayloadId &payload);

    const int m_folder; ///< descriptor
    IdSource &m_ids;
    PayloadLedger m_ledger;
};

} // namespace cheetah
