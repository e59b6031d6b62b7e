// SPDX-License-Identifier: Apache-2.0
#include "edge/porthandler.h"

#include <algorithm>

namespace cheetah {

namespace {

bool startsWith(std::string_view text, std::string_view start)
{
    return text.substr(0, start.size()) == start;
}

/// Whether `host` (with or without port) is a literal address or localhost. A name cannot consist of digits and dots.
bool isLiteral(std::string_view host)
{
    if (startsWith(host, "["))
        return true;
    const std::string_view bare = host.substr(0, host.find(':'));
    return bare == "localhost" || bare.find_first_not_of("0123456789.") == bare.npos;
}

} // namespace

bool PortHandler::originAllowed(const HttpHead &head, std::string_view origin)
{
    const std::string_view host = head.header("host");
    return isLiteral(host) && (origin == "http://" + std::string(host) || origin == "https://" + std::string(host));
}

std::string PortHandler::errorBody(const Error &error)
{
    return "{\"error\":{\"code\":\"" + std::string(name(error.code)) + "\"}}";
}

int httpStatus(const Error &error)
{
    switch (error.code) {
    case ErrorCode::Unauthenticated:
        return 401;
    case ErrorCode::Forbidden:
    case ErrorCode::KeptOut:
        return 403;
    case ErrorCode::NotFound:
    case ErrorCode::UnknownMethod:
    case ErrorCode::ClientUnknown:
    case ErrorCode::ContextUnknown:
    case ErrorCode::WindowUnknown:
    case ErrorCode::CommandUnknown:
    case ErrorCode::PayloadUnknown:
        return 404;
    case ErrorCode::MethodNotAllowed:
        return 405;
    case ErrorCode::TooLarge:
        return 413;
    case ErrorCode::BadId:
    case ErrorCode::BadRequest:
    case ErrorCode::BadJson:
    case ErrorCode::DuplicateKey:
    case ErrorCode::TooDeep:
    case ErrorCode::BadReport:
    case ErrorCode::BadSetting:
    case ErrorCode::BadExpression:
    case ErrorCode::ContradictoryRequest:
    case ErrorCode::UnknownStrategy:
    case ErrorCode::VersionUnsupported:
    case ErrorCode::NotTieable:
        return 400;
    case ErrorCode::RateLimited:
    case ErrorCode::LimitExceeded:
        return 429;
    case ErrorCode::NotReady:
    case ErrorCode::GoingDown:
    case ErrorCode::Unavailable:
    case ErrorCode::StoreFull:
    case ErrorCode::StoreReadOnly:
    case ErrorCode::StoreLoginRefused:
    case ErrorCode::StoreForbidden:
    case ErrorCode::StoreError:
    case ErrorCode::QueueFull:
    case ErrorCode::HistoryFull:
        return 503;
    case ErrorCode::DeadlineExceeded:
    case ErrorCode::ProvisioningTimeout:
        return 504;
    case ErrorCode::Internal:
    case ErrorCode::IoError:
        return 500;
    default: // what the caller asked for does not fit the state of things
        return 409;
    }
}

} // namespace cheetah
