// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cheetah {

/// Every way in which a call can be refused or fail. A code exists where a caller can act on it; its name
/// (`name()`) is stable on the wire. Sentences for people are written in engine/wording alone.
enum class ErrorCode {
    // input
    BadId,
    BadRequest,
    BadJson,
    DuplicateKey,
    TooDeep,
    UnknownMethod,
    BadReport,
    BadSetting,
    BadExpression,
    ContradictoryRequest,
    UnknownStrategy,
    TooLarge,
    LimitExceeded,
    // identity and access
    Unauthenticated,
    Forbidden,
    RateLimited,
    InsecureTokenFile,
    InsecureListener,
    VersionUnsupported,
    // connections and epochs
    EpochRetired,
    EpochUnknown,
    StaleSeq,
    Superseded,
    ClientIdInUse,
    KeptOut,
    BaseMismatch,
    ClientUnknown,
    ClientNotConnected,
    SlowReader,
    // leases
    StaleHandle,
    NothingAvailable,
    Unsatisfiable,
    Cancelled,
    DeadlineExceeded,
    QueueFull,
    RequestKnown,
    NotTieable,
    ContextUnknown,
    WindowUnknown,
    FenceMismatch,
    GenerationMismatch,
    Draining,
    // provisioning
    ProvisioningOff,
    ProvisioningLimit,
    ProvisioningRefused,
    ProvisioningTimeout,
    NotProvisioningOwner,
    // commands
    Fenced,
    CommandIdConflict,
    CommandUnknown,
    HistoryFull,
    PayloadUnknown,
    ContextGone,
    Crashed,
    NavigationFailed,
    ScriptFailed,
    NotScriptable,
    WrongEpoch,
    CommandExpired,
    OutcomeUnknown,
    // node and host
    NotReady,
    GoingDown,
    PortInUse,
    NodeIdLive,
    MemoryNeedsAllRoles,
    NoDeploymentRecord,
    ClockOffset,
    NotFound,
    MethodNotAllowed,
    Unavailable,
    StoreFull,
    StoreReadOnly,
    StoreLoginRefused,
    StoreForbidden,
    StoreError,
    BrowserMissing,
    BrowserFailed,
    IoError,
    Internal,
};

/// Stable wire name of a code, such as `stale_handle`.
std::string_view name(ErrorCode code);

/// The code with that wire name; Internal when there is none.
ErrorCode errorCodeFromName(std::string_view name);

/// A refusal or failure as a value. `params` are named facts that wording puts into a sentence (bytes from
/// outside, so show them only through text hygiene); `detail` is for logs and never shown to clients.
///
/// What makes, moves and ends one is called cold, and never written out where it is used: every result may hold an error and
/// hardly any does, and so the compiler puts the code for it out of the way of what is done all the time.
struct Error {
    using Params = std::vector<std::pair<std::string, std::string>>;

    [[gnu::cold]] Error(ErrorCode c);
    [[gnu::cold]] Error(ErrorCode c, Params p, std::string d = {});
    [[gnu::cold]] Error(const Error &other);
    [[gnu::cold]] Error(Error &&other) noexcept;
    [[gnu::cold]] Error &operator=(const Error &other);
    [[gnu::cold]] Error &operator=(Error &&other) noexcept;
    [[gnu::cold]] ~Error();

    /// Value of the named parameter, or empty.
    std::string_view param(std::string_view key) const;

    ErrorCode code;
    Params params;
    std::string detail;

    friend bool operator==(const Error &, const Error &) = default;
};

} // namespace cheetah
