// SPDX-License-Identifier: Apache-2.0
#include "wording/wording.h"

// The English source texts by code.

namespace cheetah {

std::string_view Wording::errorText(ErrorCode code)
{
    using enum ErrorCode;
    switch (code) {
    case BadId:
        return translatable("The {kind} is not valid: 1 to 128 bytes of UTF-8 without NUL are.");
    case BadRequest:
        return translatable("The request is not understood: {reason}.");
    case BadJson:
        return translatable("This is not valid JSON: {reason}.");
    case DuplicateKey:
        return translatable("The key {key} appears twice in one object.");
    case TooDeep:
        return translatable("The input is nested deeper than {limit} levels.");
    case UnknownMethod:
        return translatable("There is no method {method}.");
    case BadReport:
        return translatable("The report contradicts itself: {reason}.");
    case BadSetting:
        return translatable("The setting {setting} cannot be {value}: {wanted}.");
    case BadExpression:
        return translatable(
            "The requirement {expression} is not understood: {wanted} is expected at position {position}.");
    case ContradictoryRequest:
        return translatable("The request contradicts itself: {reason}.");
    case UnknownStrategy:
        return translatable(
            "There is no strategy {strategy}. Known here: round-robin, least-busy and what the host registered.");
    case TooLarge:
        return translatable("The input is larger than the limit of {limit}.");
    case LimitExceeded:
        return translatable("The limit of {limit} {what} is exceeded.");
    case Unauthenticated:
        return translatable("The token is missing or not accepted. Name the token file of this node.");
    case Forbidden:
        return translatable("This token may not do that: scope {scope} is needed.");
    case RateLimited:
        return translatable("Too many failed attempts from this address. Try again in {retryAfterMs} ms.");
    case InsecureTokenFile:
        return translatable("The file {path} holds a secret and can be read by others. Run: chmod 600 {path}");
    case InsecureListener:
        return translatable(
            "Listening on {address} would be open to other machines without encryption. Give the node a "
            "certificate (tls-cert and tls-key), name the proxies that encrypt for it "
            "(trusted-proxies), or listen on 127.0.0.1.");
    case VersionUnsupported:
        return translatable("Protocol version {version} is not spoken here; {supported} is.");
    case EpochRetired:
        return translatable("This epoch of the client ended; a newer one took its place.");
    case EpochUnknown:
        return translatable("This epoch was never opened here: a hello must come first.");
    case StaleSeq:
        return translatable("The report is not newer than the last accepted one ({last}).");
    case Superseded:
        return translatable("A newer connection of the same client took over.");
    case ClientIdInUse:
        return translatable(
            "Another connection uses this client id with another epoch. It may be tried again in {retryAfterMs} ms.");
    case KeptOut:
        return translatable("An operator keeps this client out for another {remainingMs} ms.");
    case BaseMismatch:
        return translatable("The change does not follow what is known here; the whole is needed.");
    case ClientUnknown:
        return translatable("This client is not known.");
    case ClientNotConnected:
        return translatable("The client is not connected.");
    case SlowReader:
        return translatable("The connection was closed because it did not read fast enough.");
    case StaleHandle:
        return translatable("This lease has ended ({cause}). Nothing was changed.");
    case NothingAvailable:
        return translatable("No context is available now.");
    case Unsatisfiable:
        return translatable("No known client could ever satisfy this request.");
    case Cancelled:
        return translatable("The request was cancelled.");
    case DeadlineExceeded:
        return translatable("The time ran out before it happened.");
    case QueueFull:
        return translatable("The queue of waiting requests is full ({limit}). Try again in {retryAfterMs} ms.");
    case RequestKnown:
        return translatable("This request id was already used for another request.");
    case NotTieable:
        return translatable("A lease can be tied only to a socket, not to a single HTTP request.");
    case ContextUnknown:
        return translatable("There is no such context.");
    case WindowUnknown:
        return translatable("There is no such window.");
    case FenceMismatch:
        return translatable("Nothing was done: the context is now held by task {task} (fence {fence}).");
    case GenerationMismatch:
        return translatable("Nothing was done: the client has connected again since (generation {generation}).");
    case Draining:
        return translatable("It is draining and takes nothing new.");
    case ProvisioningOff:
        return translatable("Creating a context is switched off for this request.");
    case ProvisioningLimit:
        return translatable(
            "Nothing can be created: the limit of {limit} {which} is reached ({reported} there, {reserved} being "
            "made).");
    case ProvisioningRefused:
        return translatable("The client refused to create a context: {reason}.");
    case ProvisioningTimeout:
        return translatable("The client did not show the new context in time.");
    case NotProvisioningOwner:
        return translatable("Another node creates contexts for this client: {owner}.");
    case Fenced:
        return translatable("The lease ended before the command could be sent; it was not sent.");
    case CommandIdConflict:
        return translatable("This command id was already used with other content.");
    case CommandUnknown:
        return translatable("Nothing is known of this command: it was never admitted or its record has gone.");
    case HistoryFull:
        return translatable("The history of commands is full of live ones; no new command is admitted.");
    case PayloadUnknown:
        return translatable("The payload is no longer kept.");
    case ContextGone:
        return translatable("The tab is gone.");
    case Crashed:
        return translatable("The page crashed.");
    case NavigationFailed:
        return translatable("The page could not be opened: {reason}.");
    case ScriptFailed:
        return translatable("The script failed: {reason}.");
    case NotScriptable:
        return translatable("This page or address may not be driven: {reason}.");
    case WrongEpoch:
        return translatable("The command belongs to another epoch of the browser.");
    case CommandExpired:
        return translatable("The deadline passed before the command could be sent; it was not sent.");
    case OutcomeUnknown:
        return translatable("The command was sent, but its outcome is not known.");
    case NotReady:
        return translatable("The node is not ready yet.");
    case GoingDown:
        return translatable("The node is going down.");
    case PortInUse:
        return translatable("{address} is in use by another program. Choose another with --listen.");
    case NodeIdLive:
        return translatable("A live node already bears the id {node}. Choose another with --node-id.");
    case MemoryNeedsAllRoles:
        return translatable("A registry in memory serves one process, so it needs all roles: app,rest,websocket.");
    case NoDeploymentRecord:
        return translatable(
            "This node keeps its fleet in memory, so no record is shared: its own options hold. Start it again with "
            "--{setting}.");
    case ClockOffset:
        return translatable("The clock of this machine differs from the registry's by {offset}.");
    case NotFound:
        return translatable("There is nothing at {path}.");
    case MethodNotAllowed:
        return translatable("{method} is not allowed here.");
    case Unavailable:
        return translatable(
            "The registry did not answer; whether it happened is not known. Ask again with the same request id.");
    case StoreFull:
        return translatable(
            "Redis is full and takes no more; nothing was changed. Raise its maxmemory or end what holds it.");
    case StoreReadOnly:
        return translatable("This Redis only reads; nothing was changed. A failover may be under way: ask again.");
    case StoreLoginRefused:
        return translatable("Redis refuses the user or password of this node.");
    case StoreForbidden:
        return translatable("Redis does not permit this node what it needs: {reason}. Widen the ACL of its user.");
    case StoreError:
        return translatable("Redis refused the step with {prefix}; the log of the node tells more.");
    case BrowserMissing:
        return translatable("No Chromium was found. Install the package chromium or name it with --chromium PATH.");
    case BrowserFailed:
        return translatable("Chromium did not start: {reason}.");
    case IoError:
        return translatable("{what} failed: {reason}.");
    case Internal:
        return translatable("Something went wrong inside; the log of the node tells more.");
    }
    return "";
}

std::string_view Wording::ruleText(Rule rule)
{
    switch (rule) {
    case Rule::Kind:
        return translatable("other kind of client");
    case Rule::Client:
        return translatable("other client");
    case Rule::MetadataMatch:
        return translatable("metadata do not fit");
    case Rule::Connected:
        return translatable("client disconnected");
    case Rule::DrainingNode:
        return translatable("node draining");
    case Rule::DrainingClient:
        return translatable("client draining");
    case Rule::Window:
        return translatable("not in the window");
    case Rule::DrainingWindow:
        return translatable("window draining");
    case Rule::Reserved:
        return translatable("held for another request");
    case Rule::Assigned:
        return translatable("assigned");
    case Rule::Settling:
        return translatable("settling");
    case Rule::Health:
        return translatable("not live");
    case Rule::EarlierWaiter:
        return translatable("an earlier request waits for it");
    }
    return "";
}

std::string_view Wording::verdictText(Rule rule)
{
    switch (rule) {
    case Rule::Kind:
        return translatable("the client is of kind {actual}, wanted {wanted}");
    case Rule::Client:
        return translatable("the client is {actual}, wanted {wanted}");
    case Rule::MetadataMatch:
        return translatable("{subject} is {actual}, wanted {wanted}");
    case Rule::Connected:
        return translatable("the client is disconnected");
    case Rule::DrainingNode:
        return translatable("the client's node {subject} is draining");
    case Rule::DrainingClient:
        return translatable("the client is draining");
    case Rule::Window:
        return translatable("it is in window {actual}, wanted {wanted}");
    case Rule::DrainingWindow:
        return translatable("the window is draining");
    case Rule::Reserved:
        return translatable("it is held for request {subject}");
    case Rule::Assigned:
        return translatable("assigned to {subject}");
    case Rule::Settling:
        return translatable("settling on command {subject}");
    case Rule::Health:
        return translatable("the page is {actual}");
    case Rule::EarlierWaiter:
        return translatable("request {subject} waits for it and was first");
    }
    return "";
}

std::string_view Wording::provisioningText(std::string_view code)
{
    if (code == "possible")
        return translatable("A new context could be made by node {owner}.");
    if (code == "off")
        return translatable("Creating one was not asked for (auto-provision is off).");
    if (code == "not_owner")
        return translatable("This node does not create contexts ({owner} does).");
    if (code == "claimed")
        return translatable("Node {owner} creates contexts for client {client} at present, so this node does not.");
    if (code == "no_client")
        return translatable("No connected client fits that could create one.");
    if (code == "limit_windows")
        return translatable(
            "Creation is at the limit of windows: {reported} there, {reserved} being made, {limit} allowed.");
    if (code == "limit_tabs")
        return translatable(
            "Creation is at the limit of tabs: {reported} there, {reserved} being made, {limit} allowed.");
    if (code == "limit_tabs_per_window")
        return translatable(
            "Creation is at the limit of tabs per window: {reported} there, {reserved} being made, {limit} allowed.");
    if (code == "limit_flows")
        return translatable(
            "Creation is at the limit of flows: {reported} there, {reserved} being made, {limit} allowed.");
    if (code == "draining")
        return translatable("Every client that could create one is draining.");
    return translatable("Creation: {code}.");
}

std::string_view Wording::suggestionText(std::string_view code)
{
    if (code == "wait")
        return translatable("Wait: the next lease may end in {remaining}.");
    if (code == "drop_condition")
        return counted("Dropping the condition {condition} would free {unlocks}.");
    if (code == "connect_client")
        return counted("Connecting client {client} would free {unlocks}.");
    if (code == "undrain")
        return counted("Undoing the drain of {target} would free {unlocks}.");
    if (code == "allow_creation")
        return translatable("Allowing creation (--auto-provision) would make one.");
    if (code == "raise_limit")
        return translatable("Raising the limit of {which} (now {limit}) would allow one more.");
    if (code == "settle")
        return translatable(
            "Settling {context} by hand would free it, if its last command {command} is known to be over.");
    if (code == "any_health")
        return counted("Accepting pages that are not live would free {unlocks}.");
    if (code == "ask_owner")
        return translatable("Ask node {owner}, which may create one.");
    if (code == "add_client")
        return translatable("Connect a client that fits.");
    return "{code}";
}

std::string_view Wording::journalText(JournalKind kind)
{
    using enum JournalKind;
    switch (kind) {
    case Acquired:
        return translatable("{task} acquired {context}");
    case AcquireRefused:
        return translatable("{task} got nothing: {reason}");
    case Renewed:
        return translatable("{task} renewed {context}");
    case Ended:
        return translatable("{task} no longer holds {context}: {cause}");
    case EpochStarted:
        return translatable("client {client} started epoch {epoch}");
    case ClientConnected:
        return translatable("client {client} connected");
    case ClientDisconnected:
        return translatable("client {client} disconnected");
    case ClientRemoved:
        return translatable("client {client} was removed");
    case WindowOpened:
        return translatable("window {window} opened on {client}");
    case WindowClosed:
        return translatable("window {window} closed on {client}");
    case ContextOpened:
        return translatable("{context} opened on {client}");
    case ContextClosed:
        return translatable("{context} closed on {client}");
    case HealthChanged:
        return translatable("{context} is now {health}");
    case ProvisionStarted:
        return translatable("creating a context on {client} for {request}");
    case ProvisionEnded:
        return translatable("creation {provision} on {client} ended");
    case DrainStarted:
        return translatable("drain of {target} started by {by}");
    case DrainEnded:
        return translatable("drain of {target}: {state}");
    case SettlingStarted:
        return translatable("{context} settles on {command}");
    case SettlingEnded:
        return translatable("{context} settled");
    case CommandAdmitted:
        return translatable("command {command} ({kind}) admitted for {task}");
    case CommandEnded:
        return translatable("command {command} ended: {outcome}");
    case OperatorAction:
        return translatable("{by}: {action}");
    case NodeStarted:
        return translatable("node {node} started");
    case NodeStopped:
        return translatable("node {node} stopped");
    case ComponentFailed:
        return translatable("{component} failed: {reason}");
    case ComponentRestored:
        return translatable("{component} works");
    case InputRefused:
        return translatable("input refused: {code}");
    }
    return "";
}

} // namespace cheetah
