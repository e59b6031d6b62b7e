// SPDX-License-Identifier: Apache-2.0
#include "programs/cheetahctl/commands.h"

#include "console/texttable.h"
#include "edge/tokenauth.h"
#include "programs/cheetahctl/terminal.h"
#include "wire/fields.h"

namespace cheetah {

namespace {

/// Reads `k=v` into the metadata that a token fixes.
bool addMetadata(Metadata &metadata, const std::string &text)
{
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
        return false;
    return metadata.emplace(text.substr(0, equals), text.substr(equals + 1)).second;
}

void putToken(JsonWriter &out, const Principal &principal)
{
    out.beginObject().member("tokenId", std::string_view(principal.tokenId)).member("scope", name(principal.scope));
    if (!principal.user.empty())
        out.member("userId", std::string_view(principal.user.text()));
    if (!principal.client.empty())
        out.member("clientId", std::string_view(principal.client.text()));
    out.key("metadata");
    put(out, principal.fixed);
    out.endObject();
}

std::string metadataText(const Metadata &metadata)
{
    std::string text;
    for (const auto &[key, value] : metadata)
        text += (text.empty() ? "" : " ") + key + '=' + value;
    return text;
}

} // namespace

int runTokenAdd(Invocation &invocation)
{
    const Arguments &arguments = invocation.arguments();
    const auto scope = accessScopeFromName(arguments.valueOr("scope", ""));
    if (!scope)
        return invocation.usage("--scope must be client, app, viewer or operator.");
    Principal principal;
    principal.scope = *scope;
    if (const auto user = arguments.value("user")) {
        auto id = UserId::parse(*user);
        if (!id)
            return invocation.fail(id.error());
        principal.user = *std::move(id);
    }
    if (const auto client = arguments.value("client")) {
        auto id = ClientId::parse(*client);
        if (!id)
            return invocation.fail(id.error());
        principal.client = *std::move(id);
    }
    for (const std::string &text : arguments.values("metadata"))
        if (!addMetadata(principal.fixed, text))
            return invocation.usage("--metadata must be KEY=VALUE, each key once: " + text);
    SystemIdSource ids;
    const auto token = TokenFile(invocation.tokenFile()).add(std::move(principal), ids);
    if (!token)
        return invocation.fail(token.error());
    if (invocation.wantsJson()) {
        std::string text;
        JsonWriter(text).beginObject().member("token", std::string_view(*token)).endObject();
        return writeOut(text + "\n") ? exitOk : exitFailure;
    }
    invocation.tell("Keep this token; it is shown only now and stored nowhere:");
    return writeOut(*token + "\n") ? exitOk : exitFailure;
}

int runTokenList(Invocation &invocation)
{
    const auto tokens = TokenFile(invocation.tokenFile()).load();
    if (!tokens)
        return invocation.fail(tokens.error());
    if (invocation.wantsJson()) {
        std::string text;
        JsonWriter out(text);
        out.beginObject().key("tokens").beginArray();
        for (const HashedToken &token : *tokens)
            putToken(out, token.principal);
        out.endArray().endObject();
        return writeOut(text + "\n") ? exitOk : exitFailure;
    }
    TextTable table({{"ID"}, {"SCOPE"}, {"USER"}, {"CLIENT"}, {"METADATA"}});
    for (const auto &[principal, digest] : *tokens)
        table.addRow({principal.tokenId, std::string(name(principal.scope)),
                      principal.user.empty() ? "any" : principal.user.string(),
                      principal.client.empty() ? "any" : principal.client.string(), metadataText(principal.fixed)});
    return writeOut(table.render(invocation.style())) ? exitOk : exitFailure;
}

int runTokenRemove(Invocation &invocation)
{
    const std::string &id = invocation.arguments()["ID"];
    if (const auto removed = TokenFile(invocation.tokenFile()).remove(id); !removed)
        return invocation.fail(removed.error());
    if (invocation.wantsJson())
        return writeOut("{}\n") ? exitOk : exitFailure;
    return writeOut("Removed.\n") ? exitOk : exitFailure;
}

} // namespace cheetah
