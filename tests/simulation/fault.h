// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace cheetah::simulation {

/// One fault put into the registry on purpose, to show that the invariants find it. For tests alone: the engine knows
/// nothing of it.
enum class Fault {
    None,
    ForgottenEpochCheck,  ///< reports of an epoch that was retired are taken for the present one's
    StaleSeqAccepted,     ///< a report older than the last one is taken
    SupersededClose,      ///< the close of an older generation starts the disconnect policy
    UnfencedRelease,      ///< any handle releases whoever holds the context now
    UnfencedForceRelease, ///< an operator's release does not look at the fence
    DoubleGrant,          ///< a request asked again after a lost reply gets a second context
    GrantToDeadWaiter,    ///< a waiter past its deadline, or taken out, still gets a context
    GrantToCancelled,     ///< a cancelled request is not barred
    OvertakenWaiter,      ///< earlier waiters do not count
    ReservationLost,      ///< cancelling the asker forgets the creation under way
    ExpiredThoughRenewed, ///< the timeout sweep does not look at renewals since its scan
    SettlingForgotten,    ///< a lease that ended leaves no settling
    DrainIgnored,         ///< a draining client gives contexts away
    DisconnectedGiven,    ///< a cut client's contexts are given away as if it were connected
    UnfencedSend,         ///< beginSend does not look at the lease
    SentTwice,            ///< beginSend forgets that the send was attempted
    CommandEndedTwice,    ///< a result replaces another end
    EndedTwice,           ///< the stream tells an end twice
    DeltaSkipped,         ///< the stream leaves a change out
    // Of a store that several processes share.
    GenerationForgotten,  ///< what a node found out of its replica counts under whatever generation it was found
    BaseForgotten,        ///< a report's difference is taken, whatever report it was made against
    ClaimUnchecked,       ///< any node provisions for a client
    ClaimOutlivesNode,    ///< the claim of a node that is gone bars the others
    GapIgnored,           ///< an entry is missing in the stream, and what follows it pretends to follow what was before
    LostTailUnnoticed,    ///< the stream's ids are the same again after a failover
    SliceLeftOut,         ///< a snapshot leaves a client out
    OldHeartbeatAccepted, ///< a node that another one replaced renews the other's lease
    LiveNodeReplaced,     ///< a node's id is given away during its lease
    RenewedConnectionCut, ///< the connection sweep ends a lease that is current
    AcknowledgedUnasked,  ///< a command counts as acknowledged once it is sent
    ResultNotKept,        ///< a result that is told to be kept is not
};
const char *name(Fault fault);
inline constexpr int faultCount = int(Fault::ResultNotKept) + 1;
/// From here on they need the store that is shared.
inline constexpr Fault firstOfShared = Fault::GenerationForgotten;

} // namespace cheetah::simulation
