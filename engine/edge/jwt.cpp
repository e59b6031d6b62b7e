// SPDX-License-Identifier: Apache-2.0
#include "edge/jwt.h"

#include "base/base64url.h"
#include "wire/jsonwalker.h"
#include "wire/texthygiene.h"

#include <algorithm>
#include <cmath>

namespace cheetah {

namespace {

constexpr std::size_t maxTokenBytes = 8192;
constexpr std::size_t maxAudiences = 32;
constexpr std::size_t maxMetadata = 64;
constexpr std::size_t maxMetadataBytes = 1024;
constexpr double latestTime = 1e11; ///< seconds; beyond lie mistakes

Error refused(std::string why)
{
    return Error(ErrorCode::Unauthenticated, {}, "jwt: " + std::move(why));
}

/// The strings of the three parts.
struct Parts {
    std::string_view signedText, header, payload, signature;
};

std::optional<Parts> partsOf(std::string_view token)
{
    const auto first = token.find('.');
    const auto second = first == token.npos ? token.npos : token.find('.', first + 1);
    if (second == token.npos || token.find('.', second + 1) != token.npos)
        return std::nullopt;
    return Parts{token.substr(0, second), token.substr(0, first), token.substr(first + 1, second - first - 1),
                 token.substr(second + 1)};
}

/// A part as the strict JSON object that it must be.
std::optional<JsonValue> objectOf(std::string_view part, std::uint32_t depth)
{
    const auto bytes = base64UrlDecode(part);
    if (!bytes)
        return std::nullopt;
    auto value = parseJson(*bytes, {maxTokenBytes, depth, 2'000});
    if (!value || !value->object())
        return std::nullopt;
    return *std::move(value);
}

const std::string *textOf(const JsonValue *value)
{
    const JsonValue::String *string = value ? value->string() : nullptr;
    return string && !string->repaired ? &string->text : nullptr;
}

Result<void> checkHeader(const JsonValue &header, const JwtKey &key)
{
    const std::string *algorithm = textOf(header.member("alg"));
    if (!algorithm || *algorithm != key.algorithm())
        return refused("alg is not " + std::string(key.algorithm()));
    // Extensions that must be understood, and encryption or compression, are not.
    for (const std::string_view unknown : {"crit", "enc", "zip", "b64"})
        if (header.member(unknown))
            return refused("header member " + std::string(unknown));
    if (const JsonValue *type = header.member("typ")) {
        std::string lower = textOf(type) ? *textOf(type) : std::string();
        std::transform(lower.begin(), lower.end(), lower.begin(),
                       [](char c) { return c >= 'A' && c <= 'Z' ? char(c + 32) : c; });
        if (lower != "jwt" && lower != "at+jwt")
            return refused("typ");
    }
    return {};
}

std::optional<double> timeOf(const JsonValue &claims, std::string_view name)
{
    const JsonValue *value = claims.member(name);
    const auto seconds = value ? value->number() : std::nullopt;
    return seconds && std::isfinite(*seconds) && *seconds >= 0 && *seconds < latestTime ? seconds : std::nullopt;
}

Result<void> checkTimes(const JsonValue &claims, Micros leeway, WallTime now)
{
    const double seconds = double(now.time_since_epoch().count()) / 1e6;
    const double slack = double(leeway.count()) / 1e6;
    const auto expires = timeOf(claims, "exp");
    if (!expires || seconds >= *expires + slack)
        return refused("exp");
    if (claims.member("nbf")) {
        const auto begins = timeOf(claims, "nbf");
        if (!begins || seconds < *begins - slack)
            return refused("nbf");
    }
    return {};
}

bool isFor(const JsonValue *audience, const std::string &wanted)
{
    if (const std::string *text = textOf(audience))
        return *text == wanted;
    const JsonValue::Array *list = audience ? audience->array() : nullptr;
    if (!list || list->size() > maxAudiences)
        return false;
    return std::all_of(list->begin(), list->end(), [](const JsonValue &each) { return textOf(&each); })
        && std::any_of(list->begin(), list->end(), [&](const JsonValue &each) { return *textOf(&each) == wanted; });
}

/// The words of `scope` that mean something here; the strongest is the principal's scope, the others come besides.
bool readScopes(const JsonValue *claim, Principal &principal)
{
    const std::string *text = textOf(claim);
    if (!text)
        return false;
    std::optional<AccessScope> strongest;
    for (std::size_t at = 0; at < text->size();) {
        const std::size_t end = std::min(text->find(' ', at), text->size());
        if (const auto scope = accessScopeFromName(std::string_view(*text).substr(at, end - at))) {
            principal.furtherScopes |= std::uint8_t(1u << unsigned(*scope));
            strongest = std::max(strongest.value_or(*scope), *scope);
        }
        at = end + 1;
    }
    principal.scope = strongest.value_or(AccessScope::Client);
    return strongest.has_value();
}

bool readMetadata(const JsonValue &value, Metadata &metadata)
{
    const JsonValue::Object *members = value.object();
    if (!members || members->size() > maxMetadata)
        return false;
    for (const auto &[key, each] : *members) {
        const std::string *text = textOf(&each);
        if (!text || text->size() > maxMetadataBytes || !isValidId(key))
            return false;
        metadata[key] = *text;
    }
    return true;
}

bool readLimits(const JsonValue &value, CapacityLimits &limits)
{
    const JsonValue::Object *members = value.object();
    if (!members)
        return false;
    for (const auto &[key, each] : *members) {
        const auto number = each.unsignedInteger();
        if (!number || *number > 0xffffffffu)
            return false;
        const auto count = std::uint32_t(*number);
        if (key == "windows")
            limits.windows = count;
        else if (key == "tabsPerWindow")
            limits.tabsPerWindow = count;
        else if (key == "tabs")
            limits.tabs = count;
        else if (key == "flows")
            limits.flows = count;
        else
            return false;
    }
    return true;
}

template <class Name>
bool readId(const JsonValue &value, Name &id)
{
    const std::string *text = textOf(&value);
    auto parsed = text ? Name::parse(*text) : Result<Name>(ErrorCode::BadId);
    if (!parsed)
        return false;
    id = *std::move(parsed);
    return true;
}

Result<void> readBounds(const JsonValue *claim, Principal &principal)
{
    if (!claim || !claim->object())
        return refused("no claim cheetah");
    for (const auto &[key, value] : *claim->object()) {
        const bool isGood = key == "userId"   ? readId(value, principal.user)
                          : key == "clientId" ? readId(value, principal.client)
                          : key == "metadata" ? readMetadata(value, principal.fixed)
                          : key == "limits"   ? readLimits(value, principal.limits)
                                              : false;
        if (!isGood)
            return refused("cheetah." + cleanText(key, 40));
    }
    return {};
}

} // namespace

Result<Principal> readJwt(std::string_view token, const JwtKey &key, const JwtRules &rules, WallTime now)
{
    const auto parts = token.size() <= maxTokenBytes ? partsOf(token) : std::nullopt;
    if (!parts)
        return refused("not three parts, or too long");
    const auto header = objectOf(parts->header, 4);
    if (!header)
        return refused("header");
    if (auto checked = checkHeader(*header, key); !checked)
        return checked.error();
    const auto signature = base64UrlDecode(parts->signature);
    if (!signature || !key.verifies(parts->signedText, *signature))
        return refused("signature");
    const auto claims = objectOf(parts->payload, 16);
    if (!claims)
        return refused("payload");
    if (auto checked = checkTimes(*claims, rules.leeway, now); !checked)
        return checked.error();
    if (const std::string *issuer = textOf(claims->member("iss")); !issuer || *issuer != rules.issuer)
        return refused("iss");
    if (!isFor(claims->member("aud"), rules.audience))
        return refused("aud");
    Principal principal;
    if (!readScopes(claims->member("scope"), principal))
        return refused("scope");
    if (auto read = readBounds(claims->member("cheetah"), principal); !read)
        return read.error();
    const std::string *subject = textOf(claims->member("sub"));
    principal.tokenId = subject ? "jwt:" + cleanText(*subject, 64) : "jwt";
    return principal;
}

} // namespace cheetah
