// SPDX-License-Identifier: Apache-2.0
#include "support/nodeapi.h"

#include "support/loop.h"

namespace cheetah::test {

std::string NodeApi::Answer::code() const
{
    return at("error.code");
}

std::string NodeApi::Answer::at(std::string_view path) const
{
    const JsonValue *value = &body;
    while (value && !path.empty()) {
        const std::string step(path.substr(0, path.find('.')));
        path.remove_prefix(std::min(path.size(), step.size() + 1));
        const JsonValue::Array *array = value->array();
        if (!array)
            value = value->member(step);
        else
            value = std::size_t(std::stoul(step)) < array->size() ? &(*array)[std::stoul(step)] : nullptr;
    }
    if (!value)
        return {};
    return value->string() ? value->string()->text : value->toJson();
}

NodeApi::Answer NodeApi::Call::answer() const
{
    Answer answer;
    if (!runUntil([&] { return isDone(); }, Seconds(30)))
        return answer;
    answer.status = m_reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
    answer.text = m_reply->readAll().toStdString();
    if (auto parsed = parseJson(answer.text))
        answer.body = *std::move(parsed);
    return answer;
}

NodeApi::Answer NodeApi::get(const QUrl &node, std::string_view path, const std::string &token)
{
    QUrl url(node);
    url.setPath(QString::fromUtf8(path.data(), qsizetype(path.size())));
    QNetworkRequest request(url);
    request.setRawHeader("Authorization", "Bearer " + QByteArray::fromStdString(token));
    return Call(m_http.get(request)).answer();
}

NodeApi::Call NodeApi::begin(const QUrl &node, std::string_view method, const std::string &token,
                             const std::string &params)
{
    QUrl url(node);
    url.setPath("/v1/" + QString::fromUtf8(method.data(), qsizetype(method.size())));
    QNetworkRequest request(url);
    request.setRawHeader("Authorization", "Bearer " + QByteArray::fromStdString(token));
    request.setHeader(QNetworkRequest::ContentTypeHeader, "application/json");
    return Call(m_http.post(request, QByteArray::fromStdString(params)));
}

NodeApi::Answer NodeApi::call(const QUrl &node, std::string_view method, const std::string &token,
                              const std::string &params)
{
    return begin(node, method, token, params).answer();
}

} // namespace cheetah::test
