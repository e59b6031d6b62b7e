// SPDX-License-Identifier: Apache-2.0
#include "wording/texts.h"

namespace cheetah {

std::string_view errorText(ErrorCode code)
{
    using enum ErrorCode;
    switch (code) {
    case BadId:
        return "The {kind} is not valid: 1 to 128 bytes of UTF-8 without NUL are.";
    case BadRequest:
        return "The request is not understood: {reason}.";
    case BadJson:
        return "This is not valid JSON: {reason}.";
    case DuplicateKey:
        return "The key {key} appears twice in one object.";
    case TooDeep:
        return "The input is nested deeper than {limit} levels.";
    case UnknownMethod:
        return "There is no method {method}.";
    case BadReport:
        return "The report contradicts itself: {reason}.";
    case BadSetting:
        return "The setting {setting} cannot be {value}: {wanted}.";
    case BadExpression:
        return "The requirement {expression} is not understood: {wanted} is expected at position {position}.";
    case ContradictoryRequest:
        return "The request contradicts itself: {reason}.";
    case UnknownStrategy:
        return "There is no strategy {strategy}. Known here: round-robin, least-busy and what the host registered.";
    case TooLarge:
        return "The input is larger than the limit of {limit}.";
    case LimitExceeded:
        return "The limit of {limit} {what} is exceeded.";
    case Unauthenticated:
        return "The token is missing or not accepted. Name the token file of this node.";
    case Forbidden:
        return "This token may not do that: scope {scope} is needed.";
    case RateLimited:
        return "Too many failed attempts from this address. Try again in {retryAfterMs} ms.";
    case InsecureTokenFile:
        return "The token file {path} can be read by others. Run: chmod 600 {path}";
    case InsecureListener:
        return "Listening on {address} would be open to other machines without encryption. Listen on 127.0.0.1.";
    case VersionUnsupported:
        return "Protocol version {version} is not spoken here; {supported} is.";
    case EpochRetired:
        return "This epoch of the client ended; a newer one took its place.";
    case EpochUnknown:
        return "This epoch was never opened here: a hello must come first.";
    case StaleSeq:
        return "The report is not newer than the last accepted one ({last}).";
    case Superseded:
        return "A newer connection of the same client took over.";
    case ClientIdInUse:
        return "Another connection uses this client id with another epoch. It may be tried again in {retryAfterMs} ms.";
    case KeptOut:
        return "An operator keeps this client out for another {remainingMs} ms.";
    case BaseMismatch:
        return "The change does not follow what is known here; the whole is needed.";
    case ClientUnknown:
        return "This client is not known.";
    case ClientNotConnected:
        return "The client is not connected.";
    case SlowReader:
        return "The connection was closed because it did not read fast enough.";
    case StaleHandle:
        return "This lease has ended ({cause}). Nothing was changed.";
    case NothingAvailable:
        return "No context is available now.";
    case Unsatisfiable:
        return "No known client could ever satisfy this request.";
    case Cancelled:
        return "The request was cancelled.";
    case DeadlineExceeded:
        return "The time ran out before it happened.";
    case QueueFull:
        return "The queue of waiting requests is full ({limit}). Try again in {retryAfterMs} ms.";
    case RequestKnown:
        return "This request id was already used for another request.";
    case NotTieable:
        return "A lease can be tied only to a socket, not to a single HTTP request.";
    case ContextUnknown:
        return "There is no such context.";
    case WindowUnknown:
        return "There is no such window.";
    case FenceMismatch:
        return "Nothing was done: the context is now held by task {task} (fence {fence}).";
    case GenerationMismatch:
        return "Nothing was done: the client has connected again since (generation {generation}).";
    case Draining:
        return "It is draining and takes nothing new.";
    case ProvisioningOff:
        return "Creating a context is switched off for this request.";
    case ProvisioningLimit:
        return "Nothing can be created: the limit of {limit} {which} is reached ({reported} there, {reserved} being "
               "made).";
    case ProvisioningRefused:
        return "The client refused to create a context: {reason}.";
    case ProvisioningTimeout:
        return "The client did not show the new context in time.";
    case NotProvisioningOwner:
        return "Another node creates contexts for this client: {owner}.";
    case Fenced:
        return "The lease ended before the command could be sent; it was not sent.";
    case CommandIdConflict:
        return "This command id was already used with other content.";
    case CommandUnknown:
        return "Nothing is known of this command: it was never admitted or its record has gone.";
    case HistoryFull:
        return "The history of commands is full of live ones; no new command is admitted.";
    case PayloadUnknown:
        return "The payload is no longer kept.";
    case ContextGone:
        return "The tab is gone.";
    case Crashed:
        return "The page crashed.";
    case NavigationFailed:
        return "The page could not be opened: {reason}.";
    case ScriptFailed:
        return "The script failed: {reason}.";
    case NotScriptable:
        return "This page or address may not be driven: {reason}.";
    case WrongEpoch:
        return "The command belongs to another epoch of the browser.";
    case CommandExpired:
        return "The deadline passed before the command could be sent; it was not sent.";
    case OutcomeUnknown:
        return "The command was sent, but its outcome is not known.";
    case NotReady:
        return "The node is not ready yet.";
    case GoingDown:
        return "The node is going down.";
    case PortInUse:
        return "{address} is in use by another program. Choose another with --listen.";
    case NodeIdLive:
        return "A live node already bears the id {node}. Choose another with --node-id.";
    case MemoryNeedsAllRoles:
        return "A registry in memory serves one process, so it needs all roles: app,rest,websocket.";
    case NotFound:
        return "There is nothing at {path}.";
    case MethodNotAllowed:
        return "{method} is not allowed here.";
    case Unavailable:
        return "The registry did not answer; whether it happened is not known. Ask again with the same request id.";
    case BrowserMissing:
        return "No Chromium was found. Install the package chromium or name it with --chromium PATH.";
    case BrowserFailed:
        return "Chromium did not start: {reason}.";
    case IoError:
        return "{what} failed: {reason}.";
    case Internal:
        return "Something went wrong inside; the log of the node tells more.";
    }
    return "";
}

std::string_view ruleText(Rule rule)
{
    switch (rule) {
    case Rule::Kind:
        return "other kind of client";
    case Rule::Client:
        return "other client";
    case Rule::MetadataMatch:
        return "metadata do not fit";
    case Rule::Connected:
        return "client disconnected";
    case Rule::DrainingNode:
        return "node draining";
    case Rule::DrainingClient:
        return "client draining";
    case Rule::Window:
        return "not in the window";
    case Rule::DrainingWindow:
        return "window draining";
    case Rule::Reserved:
        return "held for another request";
    case Rule::Assigned:
        return "assigned";
    case Rule::Settling:
        return "settling";
    case Rule::Health:
        return "not live";
    case Rule::EarlierWaiter:
        return "an earlier request waits for it";
    }
    return "";
}

std::string_view verdictText(Rule rule)
{
    switch (rule) {
    case Rule::Kind:
        return "the client is of kind {actual}, wanted {wanted}";
    case Rule::Client:
        return "the client is {actual}, wanted {wanted}";
    case Rule::MetadataMatch:
        return "{subject} is {actual}, wanted {wanted}";
    case Rule::Connected:
        return "the client is disconnected";
    case Rule::DrainingNode:
        return "the client's node {subject} is draining";
    case Rule::DrainingClient:
        return "the client is draining";
    case Rule::Window:
        return "it is in window {actual}, wanted {wanted}";
    case Rule::DrainingWindow:
        return "the window is draining";
    case Rule::Reserved:
        return "it is held for request {subject}";
    case Rule::Assigned:
        return "assigned to {subject}";
    case Rule::Settling:
        return "settling on command {subject}";
    case Rule::Health:
        return "the page is {actual}";
    case Rule::EarlierWaiter:
        return "request {subject} waits for it and was first";
    }
    return "";
}

std::string_view provisioningText(std::string_view code)
{
    if (code == "possible")
        return "A new context could be made by node {owner}.";
    if (code == "off")
        return "Creating one was not asked for (auto-provision is off).";
    if (code == "not_owner")
        return "This node does not create contexts ({owner} does).";
    if (code == "no_client")
        return "No connected client fits that could create one.";
    if (code == "limit_windows")
        return "Creation is at the limit of windows: {reported} there, {reserved} being made, {limit} allowed.";
    if (code == "limit_tabs")
        return "Creation is at the limit of tabs: {reported} there, {reserved} being made, {limit} allowed.";
    if (code == "limit_tabs_per_window")
        return "Creation is at the limit of tabs per window: {reported} there, {reserved} being made, {limit} allowed.";
    if (code == "limit_flows")
        return "Creation is at the limit of flows: {reported} there, {reserved} being made, {limit} allowed.";
    if (code == "draining")
        return "Every client that could create one is draining.";
    return "Creation: {code}.";
}

std::string_view suggestionText(std::string_view code)
{
    if (code == "wait")
        return "Wait: the next lease may end in {remaining}.";
    if (code == "drop_condition")
        return "Dropping the condition {condition} would free {unlocks}.";
    if (code == "connect_client")
        return "Connecting client {client} would free {unlocks}.";
    if (code == "undrain")
        return "Undoing the drain of {target} would free {unlocks}.";
    if (code == "allow_creation")
        return "Allowing creation (--auto-provision) would make one.";
    if (code == "raise_limit")
        return "Raising the limit of {which} (now {limit}) would allow one more.";
    if (code == "settle")
        return "Settling {context} by hand would free it, if its last command {command} is known to be over.";
    if (code == "any_health")
        return "Accepting pages that are not live would free {unlocks}.";
    if (code == "add_client")
        return "Connect a client that fits.";
    return "{code}";
}

std::string_view journalText(JournalKind kind)
{
    using enum JournalKind;
    switch (kind) {
    case Acquired:
        return "{task} acquired {context}";
    case AcquireRefused:
        return "{task} got nothing: {reason}";
    case Renewed:
        return "{task} renewed {context}";
    case Ended:
        return "{task} no longer holds {context}: {cause}";
    case EpochStarted:
        return "client {client} started epoch {epoch}";
    case ClientConnected:
        return "client {client} connected";
    case ClientDisconnected:
        return "client {client} disconnected";
    case ClientRemoved:
        return "client {client} was removed";
    case WindowOpened:
        return "window {window} opened on {client}";
    case WindowClosed:
        return "window {window} closed on {client}";
    case ContextOpened:
        return "{context} opened on {client}";
    case ContextClosed:
        return "{context} closed on {client}";
    case HealthChanged:
        return "{context} is now {health}";
    case ProvisionStarted:
        return "creating a context on {client} for {request}";
    case ProvisionEnded:
        return "creation {provision} on {client} ended";
    case DrainStarted:
        return "drain of {target} started by {by}";
    case DrainEnded:
        return "drain of {target}: {state}";
    case SettlingStarted:
        return "{context} settles on {command}";
    case SettlingEnded:
        return "{context} settled";
    case CommandAdmitted:
        return "command {command} ({kind}) admitted for {task}";
    case CommandEnded:
        return "command {command} ended: {outcome}";
    case OperatorAction:
        return "{by}: {action}";
    case NodeStarted:
        return "node {node} started";
    case NodeStopped:
        return "node {node} stopped";
    case ComponentFailed:
        return "component {component} failed: {reason}";
    case ComponentRestored:
        return "component {component} runs again";
    case InputRefused:
        return "input refused: {code}";
    }
    return "";
}

} // namespace cheetah
