// SPDX-License-Identifier: Apache-2.0
#include "edge/tokenauth.h"

#include "base/base64url.h"
#include "base/privatefile.h"
#include "wire/jsonwalker.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <openssl/crypto.h>
#include <sstream>
#include <sys/stat.h>
#include <unistd.h>

namespace cheetah {

namespace {

constexpr AccessScope allScopes[] = {AccessScope::Client, AccessScope::App, AccessScope::Viewer, AccessScope::Operator};

Error ioError(std::string what)
{
    return Error(ErrorCode::IoError, {{"what", std::move(what)}, {"reason", std::strerror(errno)}});
}

std::string newToken(IdSource &ids)
{
    return "cht_" + ids.unique() + ids.unique();
}

/// What becomes of a file that is there already.
enum class Present { Replaced, Kept };

/// Writes beside the file and puts it in place as a whole, 0600.
Result<void> writePrivate(const std::filesystem::path &path, std::string_view content,
                          Present present = Present::Replaced)
{
    std::error_code failure;
    const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
    if (!std::filesystem::exists(folder, failure)) {
        std::filesystem::create_directories(folder, failure);
        if (!failure)
            std::filesystem::permissions(folder, std::filesystem::perms::owner_all, failure);
        if (failure)
            return Error(ErrorCode::IoError, {{"what", "making " + folder.string()}, {"reason", failure.message()}});
    }
    const std::string temporary = path.string() + ".new." + std::to_string(::getpid());
    const int file = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0)
        return ioError("writing " + temporary);
    const bool written = ::write(file, content.data(), content.size()) == ssize_t(content.size()) && ::fsync(file) == 0;
    const Error error = ioError("writing " + temporary);
    ::close(file);
    if (!written) {
        ::unlink(temporary.c_str());
        return error;
    }
    const bool placed = present == Present::Kept ? ::link(temporary.c_str(), path.c_str()) == 0 || errno == EEXIST
                                                 : ::rename(temporary.c_str(), path.c_str()) == 0;
    const Error placing = ioError("writing " + path.string());
    if (!placed || present == Present::Kept)
        ::unlink(temporary.c_str());
    if (!placed)
        return placing;
    return {};
}

void writeLimits(JsonWriter &out, const CapacityLimits &limits)
{
    out.key("limits").beginObject();
    const auto write = [&](std::string_view name, const std::optional<std::uint32_t> &value) {
        if (value)
            out.member(name, *value);
    };
    write("windows", limits.windows);
    write("tabsPerWindow", limits.tabsPerWindow);
    write("tabs", limits.tabs);
    write("flows", limits.flows);
    out.endObject();
}

std::string toLine(const HashedToken &token)
{
    std::string line;
    JsonWriter out(line);
    const std::string_view digest(reinterpret_cast<const char *>(token.digest.data()), token.digest.size());
    out.beginObject()
        .member("id", token.principal.tokenId)
        .member("scope", name(token.principal.scope))
        .member("sha256", base64UrlEncode(digest));
    if (!token.principal.user.empty())
        out.member("userId", token.principal.user.text());
    if (!token.principal.client.empty())
        out.member("clientId", token.principal.client.text());
    if (!token.principal.fixed.empty()) {
        out.key("metadata").beginObject();
        for (const auto &[key, value] : token.principal.fixed)
            out.member(key, value);
        out.endObject();
    }
    if (token.principal.limits != CapacityLimits())
        writeLimits(out, token.principal.limits);
    out.endObject();
    return line;
}

std::string textOf(const JsonValue &object, std::string_view name)
{
    const JsonValue *value = object.member(name);
    return value && value->string() ? value->string()->text : std::string();
}

std::optional<std::uint32_t> countOf(const JsonValue *object, std::string_view name)
{
    const JsonValue *value = object ? object->member(name) : nullptr;
    const auto number = value ? value->unsignedInteger() : std::nullopt;
    return number && *number <= 0xffffffffu ? std::optional(std::uint32_t(*number)) : std::nullopt;
}

std::optional<HashedToken> fromLine(std::string_view line)
{
    const auto parsed = parseJson(line, {.maxBytes = 64 << 10, .maxDepth = 4});
    if (!parsed || !parsed->object())
        return std::nullopt;
    HashedToken token;
    Principal &principal = token.principal;
    principal.tokenId = textOf(*parsed, "id");
    const auto scope = accessScopeFromName(textOf(*parsed, "scope"));
    const auto digest = base64UrlDecode(textOf(*parsed, "sha256"));
    if (principal.tokenId.empty() || !scope || !digest || digest->size() != token.digest.size())
        return std::nullopt;
    principal.scope = *scope;
    std::copy(digest->begin(), digest->end(), token.digest.begin());
    if (parsed->member("userId")) {
        const auto user = UserId::parse(textOf(*parsed, "userId"));
        if (!user)
            return std::nullopt;
        principal.user = *user;
    }
    if (parsed->member("clientId")) {
        const auto client = ClientId::parse(textOf(*parsed, "clientId"));
        if (!client)
            return std::nullopt;
        principal.client = *client;
    }
    if (const JsonValue *metadata = parsed->member("metadata")) {
        if (!metadata->object())
            return std::nullopt;
        for (const auto &[key, value] : *metadata->object()) {
            if (!value.string())
                return std::nullopt;
            principal.fixed[key] = value.string()->text;
        }
    }
    const JsonValue *limits = parsed->member("limits");
    principal.limits = {countOf(limits, "windows"), countOf(limits, "tabsPerWindow"), countOf(limits, "tabs"),
                        countOf(limits, "flows")};
    return token;
}

} // namespace

Result<void> TokenFile::ensure(IdSource &ids)
{
    const bool hasPlain = std::filesystem::exists(m_plain);
    if (hasPlain)
        if (auto readable = readPrivateFile(m_plain); !readable)
            return readable.error();
    if (std::filesystem::exists(hashedPath()))
        return {};
    if (!hasPlain) {
        std::string plain =
            "# Tokens of this node by scope, for the client programs of this account. Keep it to yourself.\n";
        for (const AccessScope scope : allScopes)
            plain += std::string(name(scope)) + ' ' + newToken(ids) + '\n';
        if (auto written = writePrivate(m_plain, plain, Present::Kept); !written)
            return written;
    }
    return hashPlain(); // another node may have made the plain one meanwhile: then its tokens are everybody's
}

Result<void> TokenFile::hashPlain() const
{
    const auto content = readPrivateFile(m_plain);
    if (!content)
        return content.error();
    std::vector<HashedToken> tokens;
    std::istringstream lines(*content);
    int number = 0;
    for (std::string line; std::getline(lines, line);) {
        ++number;
        if (line.empty() || line[0] == '#')
            continue;
        std::istringstream words(line);
        std::string scopeName, token;
        words >> scopeName >> token;
        const auto scope = accessScopeFromName(scopeName);
        if (!scope || token.size() < 16)
            return Error(ErrorCode::BadSetting,
                         {{"setting", "token file"},
                          {"value", m_plain.string() + ':' + std::to_string(number)},
                          {"wanted",
                           "a line is a scope (client, app, viewer, operator) and a token of at least 16 characters"}});
        HashedToken hashed;
        hashed.principal.scope = *scope;
        const auto sameScope = std::count_if(tokens.begin(), tokens.end(),
                                             [&](const HashedToken &t) { return t.principal.scope == *scope; });
        hashed.principal.tokenId = scopeName + (sameScope ? '-' + std::to_string(sameScope + 1) : std::string());
        hashed.digest = Sha256().of(token);
        tokens.push_back(std::move(hashed));
    }
    return store(tokens);
}

Result<std::vector<HashedToken>> TokenFile::load() const
{
    auto content = readPrivateFile(hashedPath());
    if (!content)
        return content.error();
    std::vector<HashedToken> tokens;
    int number = 0;
    for (std::size_t at = 0; at < content->size();) {
        const std::size_t end = std::min(content->find('\n', at), content->size());
        const std::string_view line(content->data() + at, end - at);
        at = end + 1;
        ++number;
        if (line.empty())
            continue;
        auto token = fromLine(line);
        if (!token)
            return Error(
                ErrorCode::BadJson,
                {{"reason", "not a token"}, {"path", hashedPath().string()}, {"line", std::to_string(number)}});
        tokens.push_back(std::move(*token));
    }
    return tokens;
}

Result<void> TokenFile::store(const std::vector<HashedToken> &tokens) const
{
    std::string content;
    for (const HashedToken &token : tokens)
        content += toLine(token) + '\n';
    return writePrivate(hashedPath(), content);
}

Result<std::string> TokenFile::add(Principal principal, IdSource &ids)
{
    auto tokens = load();
    if (!tokens)
        return tokens.error();
    const std::string token = newToken(ids);
    principal.tokenId = "t" + ids.unique().substr(0, 8); // never begins with a dash, so that no option looks like it
    tokens->push_back({std::move(principal), Sha256().of(token)});
    if (auto stored = store(*tokens); !stored)
        return stored.error();
    return token;
}

Result<void> TokenFile::remove(std::string_view tokenId)
{
    auto tokens = load();
    if (!tokens)
        return tokens.error();
    if (std::erase_if(*tokens, [&](const HashedToken &token) { return token.principal.tokenId == tokenId; }) == 0)
        return Error(ErrorCode::NotFound, {{"path", "token " + std::string(tokenId)}});
    return store(*tokens);
}

Result<std::unique_ptr<TokenAuth>> TokenAuth::create(TokenFile file, const Clock &clock)
{
    auto tokens = file.load();
    if (!tokens)
        return tokens.error();
    return std::unique_ptr<TokenAuth>(new TokenAuth(std::move(file), std::move(*tokens), clock));
}

TokenAuth::TokenAuth(TokenFile file, std::vector<HashedToken> tokens, const Clock &clock)
    : m_file(std::move(file)), m_clock(clock), m_tokens(std::move(tokens)), m_lookedAt(clock.steady())
{
    std::error_code ignored;
    m_readAt = std::filesystem::last_write_time(m_file.hashedPath(), ignored);
}

Result<Principal> TokenAuth::authenticate(std::string_view token)
{
    if (token.empty() || token.size() > 512)
        return ErrorCode::Unauthenticated;
    if (m_clock.steady() - m_lookedAt >= lookEvery)
        reloadIfChanged();
    const Sha256::Digest digest = m_sha256.of(token);
    const HashedToken *found = find(digest);
    if (!found && reloadIfChanged())
        found = find(digest);
    if (!found)
        return ErrorCode::Unauthenticated;
    return found->principal;
}

/// All of them are compared, so that the time tells nothing of where one matched.
const HashedToken *TokenAuth::find(const Sha256::Digest &digest) const
{
    const HashedToken *found = nullptr;
    for (const HashedToken &known : m_tokens)
        if (CRYPTO_memcmp(known.digest.data(), digest.data(), digest.size()) == 0)
            found = &known;
    return found;
}

bool TokenAuth::reloadIfChanged()
{
    m_lookedAt = m_clock.steady();
    std::error_code failure;
    const auto changedAt = std::filesystem::last_write_time(m_file.hashedPath(), failure);
    if (failure || changedAt == m_readAt)
        return false;
    m_readAt = changedAt;
    auto tokens = m_file.load();
    if (!tokens) // unreadable at the moment: the known tokens stay in force
        return false;
    m_tokens = std::move(*tokens);
    return true;
}

} // namespace cheetah
