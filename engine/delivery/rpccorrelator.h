// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/log.h"
#include "delivery/deliveryports.h"
#include "delivery/dispatcherhealth.h"
#include "delivery/linkdirectory.h"
#include "delivery/payloadstore.h"
#include "lifecycle/component.h"
#include "registry/evidencestore.h"

#include <memory>

namespace cheetah {

/// A client's answer to a command, over its socket or over REST.
struct IncomingResult {
    ClientName client; ///< as authenticated
    Epoch epoch;
    CommandId command;
    std::string result;         ///< JSON text; for an error too, where the client gave its own
    std::optional<Error> error; ///< set: the command failed
    std::uint64_t seq = 0;      ///< named by answers to creations (SPEC W13)
};

struct CorrelatorLimits {
    std::size_t inlineBytes = 64 << 10; ///< larger results go to the payload store (SPEC D6)
    std::size_t resultBytes = 32 << 20; ///< larger ones are `too_large`
    std::size_t underWay = 10'000;      ///< results that are being kept
};

/// Brings what clients answer to the evidence: acknowledgements and results, late and repeated ones too, whatever became of
/// the assignment (SPEC D1, D2). Only the client that a command addresses can answer it. A result is *kept* once it is in
/// the store; only then is the client told so, each time that it sends it. Owned by the host; stands in a component set.
class RpcCorrelator final : public Component {
public:
    struct Ports {
        EvidenceStore &store;
        PayloadStore &payloads;
        const LinkDirectory &links;
        CommandEndSink &ends;
        DispatcherHealth &health;
        CreationSink *creations = nullptr;
    };

    struct Counts {
        std::uint64_t kept = 0, repeated = 0, refused = 0, foreign = 0;
    };

    RpcCorrelator(const Ports &ports, Log log, CorrelatorLimits limits = {});

    std::string_view name() const override { return "correlator"; }
    void start(const Scope &scope, HookDone done) override;
    /// What is under way is finished; what comes later is answered `going_down`, and the client keeps it.
    void stop(const Scope &scope, HookDone done) override;

    /// `command_unknown` also for a command of another client; `wrong_epoch`.
    void acknowledge(const ClientName &client, const Epoch &epoch, const CommandId &command, const Scope &scope,
                     Reply<CommandRecord> reply);

    /// Answers the record once the result is kept. With any error the client keeps its result, except `command_unknown`,
    /// `wrong_epoch` and `too_large`: those will not change, and it may drop it.
    void result(IncomingResult incoming, const Scope &scope, Reply<CommandRecord> reply);

    const Counts &counts() const { return m_counts; }

private:
    struct Job;
    using JobPtr = std::shared_ptr<Job>;

    Result<void> mayAccept() const;
    void check(const ClientName &client, const Epoch &epoch, const CommandId &command, Reply<CommandRecord> reply);
    void storePayload(const JobPtr &job);
    void end(const JobPtr &job);
    void kept(const JobPtr &job, const CommandRecord &record);
    void refuse(const JobPtr &job, const Error &error);

    const Ports m_ports;
    Log m_log;
    const CorrelatorLimits m_limits;
    bool m_running = false;
    bool m_stopped = false;
    std::size_t m_underWay = 0;
    Counts m_counts;
    Scope m_scope;
};

} // namespace cheetah
