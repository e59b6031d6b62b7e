// SPDX-License-Identifier: Apache-2.0
#include "wording/wording.h"

#include "model/assignment.h"

// Words for the codes that stand in parameters.

namespace cheetah {

std::string_view Wording::causeText(EndCause cause)
{
    switch (cause) {
    case EndCause::Released:
        return translatable("released");
    case EndCause::Expired:
        return translatable("not renewed in time");
    case EndCause::Disconnected:
        return translatable("the client disconnected");
    case EndCause::ContextGone:
        return translatable("the tab is gone");
    case EndCause::EpochEnded:
        return translatable("the browser restarted");
    case EndCause::ClientRemoved:
        return translatable("the client was removed");
    case EndCause::Operator:
        return translatable("released by an operator");
    case EndCause::LongestHold:
        return translatable("held for the longest time allowed");
    case EndCause::RequesterGone:
        return translatable("the requester is gone");
    case EndCause::Cancelled:
        return translatable("the request was cancelled");
    case EndCause::Drained:
        return translatable("drained");
    }
    return "";
}

std::string_view Wording::healthText(std::string_view code)
{
    if (code == "live")
        return translatable("live");
    if (code == "loading")
        return translatable("loading");
    if (code == "crashed")
        return translatable("crashed");
    if (code == "discarded")
        return translatable("discarded");
    if (code == "unresponsive")
        return translatable("unresponsive");
    return "";
}

std::string_view Wording::reasonText(std::string_view code)
{
    if (code == "url_refused")
        return translatable("such an address is not opened");
    if (code == "window_takes_no_tabs")
        return translatable("the window takes no tabs");
    if (code == "not_ours")
        return translatable("it was not opened by this client");
    if (code == "not_shown")
        return translatable("it said that it opened one, and showed none");
    if (code == "no_user")
        return translatable("it names no user");
    if (code == "no_task")
        return translatable("it names no task");
    if (code == "negative_time")
        return translatable("a time is negative");
    if (code == "Permission denied")
        return translatable("permission denied");
    if (code == "No such file or directory")
        return translatable("there is no such file");
    if (code == "Is a directory")
        return translatable("it is a folder");
    if (code == "No space left on device")
        return translatable("the disk is full");
    if (code == "Connection refused")
        return translatable("nothing answers at this address");
    if (code == "Host not found")
        return translatable("there is no machine of this name");
    if (code == "none is running under this account")
        return translatable("none is running under this account");
    if (code == "it was lost")
        return translatable("it was lost");
    if (code == "The remote host closed the connection")
        return translatable("the other side closed it");
    return "";
}

std::string_view Wording::actionText(std::string_view code)
{
    if (code == "release by hand")
        return translatable("release by hand");
    if (code == "disconnect")
        return translatable("disconnect");
    if (code == "drain")
        return translatable("drain");
    if (code == "undo drain")
        return translatable("undo drain");
    if (code == "settle")
        return translatable("settle");
    if (code == "change setting")
        return translatable("change a setting of the deployment");
    return "";
}

std::string_view Wording::remedyText(std::string_view code)
{
    if (code == "check_store")
        return translatable("See whether Redis runs and can be reached from this node's machine.");
    if (code == "check_store_password")
        return translatable("Give the node the user and password that Redis knows: --registry, --redis-password-file.");
    if (code == "give_the_store_memory")
        return translatable("Give Redis more memory (maxmemory), or end what fills it.");
    if (code == "check_store_role")
        return translatable("See which Redis is the master: this one only reads. A failover may be under way.");
    if (code == "check_store_permissions")
        return translatable("Widen the ACL of the node's Redis user: functions, streams and publishing are needed.");
    if (code == "wait_for_start")
        return translatable("Nothing: the node is coming up or going down.");
    if (code == "start_node")
        return translatable("Start the node.");
    if (code == "wait_for_restart")
        return translatable("Nothing: it is tried again by itself.");
    if (code == "check_listener")
        return translatable("See the log of the node for why its listener ended; it is tried again by itself.");
    if (code == "raise_evidence_entries")
        return translatable("Raise evidence-entries, shorten evidence-retention, or end commands that hang.");
    if (code == "free_the_port")
        return translatable("End the program that has the port, or give the node another with --listen.");
    if (code == "wait_for_retention")
        return translatable("Wait until older results are dropped; evidence-retention says after how long.");
    if (code == "set_advertised_url")
        return translatable("Start the node with --advertised-url, so that others know where it is.");
    if (code == "repair_certificate")
        return translatable("Put a valid certificate and its key where tls-cert and tls-key say; it is read at once.");
    if (code == "set_the_clock")
        return translatable("Set the clock of that machine; a time service such as chrony keeps it right.");
    return "";
}

std::string_view Wording::conditionText(std::string_view name)
{
    if (name == "edge")
        return translatable("Listener");
    if (name == "serving")
        return translatable("Service");
    if (name == "registry")
        return translatable("Registry");
    if (name == "notifier")
        return translatable("Messages between nodes");
    if (name == "history")
        return translatable("Command history");
    if (name == "payload_store")
        return translatable("Store of large results");
    if (name == "clock_offset")
        return translatable("Clock");
    if (name == "advertised_url")
        return translatable("Advertised URL");
    if (name == "certificate")
        return translatable("Certificate");
    return "";
}

std::string_view Wording::stateText(std::string_view code)
{
    if (code == "draining")
        return translatable("draining");
    if (code == "done")
        return translatable("done");
    if (code == "kept")
        return translatable("over its deadline, what was left stays");
    if (code == "forced")
        return translatable("over its deadline, what was left was ended");
    if (code == "undone")
        return translatable("undone");
    return "";
}

std::string_view Wording::outcomeText(std::string_view code)
{
    if (code == "result")
        return translatable("with a result");
    if (code == "error")
        return translatable("with an error");
    if (code == "fenced")
        return translatable("not sent, the lease was over");
    if (code == "expired")
        return translatable("not sent, its time was over");
    if (code == "unknown")
        return translatable("nobody knows how");
    return "";
}

std::string_view Wording::limitText(std::string_view code)
{
    if (code == "windows")
        return translatable("windows");
    if (code == "tabs")
        return translatable("tabs");
    if (code == "tabs_per_window")
        return translatable("tabs per window");
    if (code == "flows")
        return translatable("flows");
    return "";
}

std::string_view Wording::codeText(std::string_view parameter, std::string_view value)
{
    if (parameter == "reason")
        return reasonText(value);
    if (parameter == "cause") {
        const auto cause = endCauseFromName(value);
        return cause ? causeText(*cause) : std::string_view();
    }
    if (parameter == "health")
        return healthText(value);
    if (parameter == "action")
        return actionText(value);
    if (parameter == "state")
        return stateText(value);
    if (parameter == "outcome")
        return outcomeText(value);
    if (parameter == "which")
        return limitText(value);
    if (parameter == "what" && value == "The connection")
        return translatable("The connection");
    return "";
}

} // namespace cheetah
