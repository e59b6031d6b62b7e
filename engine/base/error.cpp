// SPDX-License-Identifier: Apache-2.0
#include "base/error.h"

#include <array>

namespace cheetah {

namespace {

constexpr std::array names = {
    std::string_view("bad_id"),
    std::string_view("bad_request"),
    std::string_view("bad_json"),
    std::string_view("duplicate_key"),
    std::string_view("too_deep"),
    std::string_view("unknown_method"),
    std::string_view("bad_report"),
    std::string_view("bad_setting"),
    std::string_view("bad_expression"),
    std::string_view("contradictory_request"),
    std::string_view("unknown_strategy"),
    std::string_view("too_large"),
    std::string_view("limit_exceeded"),
    std::string_view("unauthenticated"),
    std::string_view("forbidden"),
    std::string_view("rate_limited"),
    std::string_view("insecure_token_file"),
    std::string_view("insecure_listener"),
    std::string_view("version_unsupported"),
    std::string_view("epoch_retired"),
    std::string_view("epoch_unknown"),
    std::string_view("stale_seq"),
    std::string_view("superseded"),
    std::string_view("client_id_in_use"),
    std::string_view("kept_out"),
    std::string_view("base_mismatch"),
    std::string_view("client_unknown"),
    std::string_view("client_not_connected"),
    std::string_view("slow_reader"),
    std::string_view("stale_handle"),
    std::string_view("nothing_available"),
    std::string_view("unsatisfiable"),
    std::string_view("cancelled"),
    std::string_view("deadline_exceeded"),
    std::string_view("queue_full"),
    std::string_view("request_known"),
    std::string_view("not_tieable"),
    std::string_view("context_unknown"),
    std::string_view("window_unknown"),
    std::string_view("fence_mismatch"),
    std::string_view("generation_mismatch"),
    std::string_view("draining"),
    std::string_view("provisioning_off"),
    std::string_view("provisioning_limit"),
    std::string_view("provisioning_refused"),
    std::string_view("provisioning_timeout"),
    std::string_view("not_provisioning_owner"),
    std::string_view("fenced"),
    std::string_view("command_id_conflict"),
    std::string_view("command_unknown"),
    std::string_view("history_full"),
    std::string_view("payload_unknown"),
    std::string_view("context_gone"),
    std::string_view("crashed"),
    std::string_view("navigation_failed"),
    std::string_view("script_failed"),
    std::string_view("not_scriptable"),
    std::string_view("wrong_epoch"),
    std::string_view("command_expired"),
    std::string_view("outcome_unknown"),
    std::string_view("not_ready"),
    std::string_view("going_down"),
    std::string_view("port_in_use"),
    std::string_view("node_id_live"),
    std::string_view("memory_needs_all_roles"),
    std::string_view("no_deployment_record"),
    std::string_view("clock_offset"),
    std::string_view("not_found"),
    std::string_view("method_not_allowed"),
    std::string_view("unavailable"),
    std::string_view("store_full"),
    std::string_view("store_read_only"),
    std::string_view("store_login_refused"),
    std::string_view("store_forbidden"),
    std::string_view("store_error"),
    std::string_view("browser_missing"),
    std::string_view("browser_failed"),
    std::string_view("io_error"),
    std::string_view("internal"),
};
static_assert(names.size() == std::size_t(ErrorCode::Internal) + 1, "one name per code");

} // namespace

std::string_view name(ErrorCode code)
{
    return names[std::size_t(code)];
}

ErrorCode errorCodeFromName(std::string_view name)
{
    for (std::size_t i = 0; i < names.size(); ++i)
        if (names[i] == name)
            return ErrorCode(i);
    return ErrorCode::Internal;
}

Error::Error(ErrorCode c) : code(c) {}
Error::Error(ErrorCode c, Params p, std::string d) : code(c), params(std::move(p)), detail(std::move(d)) {}
Error::Error(const Error &) = default;
Error::Error(Error &&) noexcept = default;
Error &Error::operator=(const Error &) = default;
Error &Error::operator=(Error &&) noexcept = default;
Error::~Error() = default;

std::string_view Error::param(std::string_view key) const
{
    for (const auto &[name, value] : params)
        if (name == key)
            return value;
    return {};
}

} // namespace cheetah
