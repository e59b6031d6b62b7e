// SPDX-License-Identifier: Apache-2.0
#include "support/nodefixture.h"

#include "support/loop.h"
#include "wire/tokenfile.h"

#include <QtNetwork/QNetworkReply>

namespace cheetah::test {

NodeFixture::NodeFixture(std::map<std::string, std::string> settings)
{
    settings.try_emplace("listen", "127.0.0.1:0");
    settings.try_emplace("node-id", "n1");
    settings.try_emplace("token-file", tokenFile().string());
    auto config = loadConfig(settings, {}, {});
    if (!config)
        return;
    auto node = Node::create(*std::move(config), {m_scheduler, m_clock, m_ids, Log()});
    if (!node)
        return;
    m_node = *std::move(node);
    m_node->start(m_scope, [this](Result<void> result) { m_started = result.ok(); });
}

NodeFixture::~NodeFixture()
{
    bool stopped = !m_node;
    if (m_node)
        m_node->stop(m_scope, [&](Result<void>) { stopped = true; });
    runUntil([&] { return stopped; });
}

std::string NodeFixture::token(std::string_view scope) const
{
    const auto token = readToken(tokenFile(), scope);
    return token ? *token : std::string();
}

std::string NodeFixture::Answer::code() const
{
    const JsonValue *error = body.member("error");
    const JsonValue *code = error ? error->member("code") : nullptr;
    return code && code->string() ? code->string()->text : std::string();
}

std::string NodeFixture::Answer::textAt(std::string_view name) const
{
    const JsonValue *value = body.member(name);
    return value && value->string() ? value->string()->text : std::string();
}

NodeFixture::Answer NodeFixture::call(std::string_view method, std::string_view scope, const std::string &params)
{
    return callWith(method, token(scope), params);
}

NodeFixture::Answer NodeFixture::callWith(std::string_view method, const std::string &token, const std::string &params)
{
    return ask("POST", "/v1/" + std::string(method), token, &params);
}

NodeFixture::Answer NodeFixture::get(const std::string &path, std::string_view scope)
{
    return ask("GET", path, scope.empty() ? std::string() : token(scope), nullptr);
}

NodeFixture::Answer NodeFixture::ask(const std::string &verb, const std::string &path, const std::string &token,
                                     const std::string *body)
{
    QNetworkRequest request(QUrl(url().toString() + QString::fromStdString(path)));
    if (!token.empty())
        request.setRawHeader("Authorization", QByteArray::fromStdString("Bearer " + token));
    request.setHeader(QNetworkRequest::ContentTypeHeader, "application/json");
    const std::unique_ptr<QNetworkReply> reply(body ? m_http.post(request, QByteArray::fromStdString(*body))
                                                    : m_http.get(request));
    Answer answer;
    if (!runUntil([&] { return reply->isFinished(); }))
        return answer;
    answer.status = reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
    answer.text = reply->readAll().toStdString();
    const auto parsed = parseJson(answer.text);
    if (parsed)
        answer.body = *parsed;
    if (m_traffic.is_open()) {
        std::string line;
        JsonWriter out(line);
        out.beginObject().member("method", verb).member("path", path).member("status", answer.status);
        if (body && parseJson(*body))
            out.key("request").raw(*body);
        out.key("response");
        parsed ? out.raw(answer.text) : out.value(answer.text);
        out.endObject();
        m_traffic << line << std::endl;
    }
    return answer;
}

std::unique_ptr<ScriptedClient> NodeFixture::client(const char *user, const char *client, std::uint32_t tabs)
{
    const ClientName name{*UserId::parse(user), *ClientId::parse(client)};
    auto made = std::make_unique<ScriptedClient>(name, *Epoch::parse("e" + std::to_string(++m_epochs)), tabs);
    return made->connectTo(url(), token("client")) ? std::move(made) : nullptr;
}

} // namespace cheetah::test
