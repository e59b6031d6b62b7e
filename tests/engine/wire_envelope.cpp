// SPDX-License-Identifier: Apache-2.0
#include "base/idsource.h"
#include "wire/envelope.h"
#include "wire/messages.h"

#include <gtest/gtest.h>

namespace cheetah {
namespace {

std::string fieldOf(std::string_view text)
{
    const auto parsed = parseRpc(text);
    if (parsed)
        return "ok";
    return parsed.error().code == ErrorCode::BadRequest ? std::string(parsed.error().param("field"))
                                                        : std::string(name(parsed.error().code));
}

TEST(Envelope, ReadsTheFourKindsOfMessage)
{
    auto message = parseRpc(R"({"jsonrpc":"2.0","id":7,"method":"acquire","params":{"a":1}})");
    ASSERT_TRUE(message);
    EXPECT_EQ(message->kind, RpcMessage::Kind::Request);
    EXPECT_EQ(message->id, RpcId(std::int64_t(7)));
    EXPECT_EQ(message->method, "acquire");
    EXPECT_EQ(message->params.member("a")->integer(), 1);

    message = parseRpc(R"({"jsonrpc":"2.0","method":"keep"})");
    ASSERT_TRUE(message);
    EXPECT_EQ(message->kind, RpcMessage::Kind::Notification);
    EXPECT_FALSE(message->id);
    EXPECT_NE(message->params.object(), nullptr);

    message = parseRpc(R"({"jsonrpc":"2.0","id":"x","result":null})");
    ASSERT_TRUE(message);
    EXPECT_EQ(message->kind, RpcMessage::Kind::Response);
    EXPECT_EQ(message->id, RpcId(std::string("x")));
    EXPECT_TRUE(message->result.isNull());

    message = parseRpc(R"({"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"bad_json"}})");
    ASSERT_TRUE(message);
    EXPECT_EQ(message->kind, RpcMessage::Kind::Error);
    EXPECT_FALSE(message->id);
    EXPECT_EQ(message->error->code, ErrorCode::BadJson);
}

TEST(Envelope, RefusesWhatIsNoMessageByName)
{
    EXPECT_EQ(fieldOf("[]"), "message");
    EXPECT_EQ(fieldOf(R"([{"jsonrpc":"2.0","method":"keep"}])"), "message");
    EXPECT_NE(parseRpc("[]").error().param("reason").find("batch"), std::string::npos);
    EXPECT_EQ(fieldOf("1"), "message");
    EXPECT_EQ(fieldOf("{}"), "jsonrpc");
    EXPECT_EQ(fieldOf(R"({"jsonrpc":"1.0","method":"a"})"), "jsonrpc");
    EXPECT_EQ(fieldOf(R"({"jsonrpc":2.0,"method":"a"})"), "jsonrpc");
    EXPECT_EQ(fieldOf(R"({"jsonrpc":"2.0"})"), "method");
    EXPECT_EQ(fieldOf(R"({"jsonrpc":"2.0","method":7})"), "method");
    EXPECT_EQ(fieldOf(R"({"jsonrpc":"2.0","method":""})"), "method");
    EXPECT_EQ(fieldOf(R"({"jsonrpc":"2.0","method":")" + std::string(65, 'm') + "\"}"), "method");
    EXPECT_EQ(fieldOf(R"({"jsonrpc":"2.0","method":"a","params":[1]})"), "params");
    EXPECT_EQ(fieldOf(R"({"jsonrpc":"2.0","method":"a","params":null})"), "params");
    EXPECT_EQ(fieldOf(R"({"jsonrpc":"2.0","method":"a","id":1.5})"), "id");
    EXPECT_EQ(fieldOf(R"({"jsonrpc":"2.0","method":"a","id":null})"), "id");
    EXPECT_EQ(fieldOf(R"({"jsonrpc":"2.0","method":"a","id":{}})"), "id");
    EXPECT_EQ(fieldOf(R"({"jsonrpc":"2.0","method":"a","id":")" + std::string(129, 'i') + "\"}"), "id");
    EXPECT_EQ(fieldOf(R"({"jsonrpc":"2.0","id":1,"result":1,"error":{}})"), "method");
    EXPECT_EQ(fieldOf(R"({"jsonrpc":"2.0","result":1})"), "id");
    EXPECT_EQ(fieldOf(R"({"jsonrpc":"2.0","id":1,"error":"no"})"), "error");
    EXPECT_EQ(fieldOf(R"({"jsonrpc":"2.0","jsonrpc":"2.0","method":"a"})"), "duplicate_key");
    EXPECT_EQ(fieldOf(R"({"jsonrpc":"2.0","method":"a")"), "bad_json");
}

TEST(Envelope, WritesWhatItReads)
{
    const AckMessage ack{Epoch::trusted("e"), CommandId::trusted("c\"1")};
    auto message = parseRpc(rpcNotification(clientmethod::ack, ack));
    ASSERT_TRUE(message);
    const auto read = fromJson<AckMessage>(message->params);
    ASSERT_TRUE(read);
    EXPECT_EQ(read->command, ack.command);

    message = parseRpc(rpcRequest(RpcId(std::string("r-1")), "renew", std::string_view("{}")));
    EXPECT_EQ(message->kind, RpcMessage::Kind::Request);
    message = parseRpc(rpcResponse(RpcId(std::int64_t(-3)), SeqMessage{9}));
    EXPECT_EQ(fromJson<SeqMessage>(message->result)->seq, 9u);

    const Error error(ErrorCode::StaleHandle, {{"cause", "expired"}, {"cause", "twice"}, {"x", "\xFF"}}, "for logs");
    const std::string text = rpcError(RpcId(std::int64_t(1)), error);
    EXPECT_EQ(text.find("for logs"), std::string::npos);
    message = parseRpc(text);
    ASSERT_TRUE(message);
    EXPECT_EQ(message->error->code, ErrorCode::StaleHandle);
    EXPECT_EQ(message->error->param("cause"), "expired");
}

TEST(Envelope, NumbersErrorsAsJsonRpcDoes)
{
    EXPECT_EQ(rpcErrorNumber(ErrorCode::BadJson, false), -32700);
    EXPECT_EQ(rpcErrorNumber(ErrorCode::DuplicateKey, false), -32700);
    EXPECT_EQ(rpcErrorNumber(ErrorCode::BadRequest, false), -32600);
    EXPECT_EQ(rpcErrorNumber(ErrorCode::BadRequest, true), -32602);
    EXPECT_EQ(rpcErrorNumber(ErrorCode::UnknownMethod, true), -32601);
    EXPECT_EQ(rpcErrorNumber(ErrorCode::NothingAvailable, true), -32000);
}

TEST(Envelope, KeepsTheNameOfAnErrorThatIsNotKnownYet)
{
    const auto message = parseRpc(
        R"({"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"too_new","data":{"code":"too_new","params":{}}}})");
    ASSERT_TRUE(message);
    EXPECT_EQ(message->error->code, ErrorCode::Internal);
    EXPECT_EQ(message->error->param("code"), "too_new");
}

TEST(Envelope, SurvivesTruncationAndMutation)
{
    const std::string whole = rpcError(RpcId(std::string("a")), Error(ErrorCode::BadId, {{"kind", "user id"}}));
    for (std::size_t size = 0; size < whole.size(); ++size)
        EXPECT_FALSE(parseRpc(std::string_view(whole).substr(0, size))) << size;
    SeededIdSource random(5);
    for (int round = 0; round < 20'000; ++round) {
        std::string text = whole;
        text[random.random() % text.size()] = static_cast<char>(random.random());
        text.erase(random.random() % text.size(), random.random() % 3);
        const auto message = parseRpc(text);
        EXPECT_TRUE(!message || message->error) << text;
    }
}

HelloMessage hello()
{
    HelloMessage message;
    message.client = {UserId::trusted("u"), ClientId::trusted("c")};
    message.epoch = Epoch::trusted("e");
    message.agent = "test\n1";
    message.metadata = {{"region", "eu"}};
    message.limits.tabs = 4;
    return message;
}

Result<HelloMessage> helloFrom(const std::string &json)
{
    return decodeHello(*parseJson(json));
}

// SPEC E4
TEST(Hello, IsReadStrictlyAndForwardCompatibly)
{
    const auto read = helloFrom(toJson(hello()));
    ASSERT_TRUE(read);
    EXPECT_EQ(read->client, hello().client);
    EXPECT_EQ(read->agent, "test 1");
    EXPECT_EQ(read->metadata, hello().metadata);
    EXPECT_EQ(read->limits, hello().limits);

    const auto later = R"({"protocol":1,"userId":"u","clientId":"c","kind":"web","epoch":"e","newThing":[1]})";
    EXPECT_TRUE(helloFrom(later));
    EXPECT_EQ(helloFrom(R"({"protocol":2,"whatever":1})").error().code, ErrorCode::VersionUnsupported);
    EXPECT_EQ(helloFrom(R"({"userId":"u","clientId":"c","kind":"web","epoch":"e"})").error().param("field"),
              "protocol");
    EXPECT_EQ(
        helloFrom(R"({"protocol":1,"userId":"u","clientId":"c","kind":"car","epoch":"e"})").error().param("field"),
        "kind");
    EXPECT_EQ(helloFrom(R"({"protocol":1,"userId":"u","clientId":"c\ud800","kind":"web","epoch":"e"})").error().code,
              ErrorCode::BadId);
    EXPECT_EQ(helloFrom(R"({"protocol":1,"userId":"u","clientId":"","kind":"web","epoch":"e"})").error().code,
              ErrorCode::BadId);
    EXPECT_EQ(helloFrom(R"({"protocol":1,"userId":"u","clientId":"c","kind":"web","epoch":"e","limits":{"tabs":-1}})")
                  .error()
                  .param("field"),
              "limits.tabs");

    HelloMessage many = hello();
    for (int i = 0; i < 64; ++i)
        many.metadata.emplace("k" + std::to_string(i), "v");
    EXPECT_EQ(helloFrom(toJson(many)).error().code, ErrorCode::LimitExceeded);
    HelloMessage large = hello();
    large.metadata["k"] = std::string(1025, 'v');
    EXPECT_EQ(helloFrom(toJson(large)).error().code, ErrorCode::LimitExceeded);
}

} // namespace
} // namespace cheetah
