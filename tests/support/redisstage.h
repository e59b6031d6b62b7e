// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/idsource.h"
#include "base/qtscheduler.h"
#include "redis/createredisclient.h"
#include "support/loop.h"

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace cheetah::test {

using Answer = std::optional<Result<RedisReply>>;

/// A client on the engine's event loop, quick to notice and to come back. Made by onStage().
struct Stage {
    SystemClock clock;
    QtScheduler scheduler{clock};
    SeededIdSource ids{7};
    std::unique_ptr<RedisClient> client;
    Scope scope;

    void open(const RedisUrl &url, const RedisOptions &options = quick())
    {
        auto made = createRedisClient(url, options, {clock, scheduler, ids});
        ASSERT_TRUE(made) << made.error().param("wanted");
        client = *std::move(made);
    }
    bool awaitReady()
    {
        return runUntil([&] { return client->status().isReady(); });
    }
    /// Waits until it fails with that code.
    bool awaitFailed(ErrorCode code)
    {
        return runUntil([&] {
            const RedisState &state = client->status().state();
            return state.kind == RedisState::Kind::Failed && state.error->code == code;
        });
    }
    Answer say(RedisCommand command)
    {
        Answer answer;
        client->call(std::move(command), scope, [&answer](Result<RedisReply> reply) { answer = std::move(reply); });
        runUntil([&] { return answer.has_value(); });
        return answer;
    }
    static RedisOptions quick()
    {
        RedisOptions options;
        options.name = "cheetah test";
        options.deadline = Millis(1500); // a loaded machine may stand still for a while
        options.pingEvery = Millis(200);
        options.firstDelay = Millis(20);
        options.longestDelay = Millis(200);
        options.refusedDelay = Millis(300);
        return options;
    }
};

/// Runs a test's body on a thread with the engine's event loop, and ends its client there.
inline void onStage(const std::function<void(Stage &)> &body)
{
    onEngineThread([&] {
        Stage stage;
        body(stage);
        stage.client.reset();
    });
}

/// The text of an answer, or its error's.
inline std::string textOf(const Answer &answer)
{
    if (!answer)
        return "no answer";
    return *answer ? (*answer)->text() : "error: " + (*answer).error().detail;
}

/// Code and outcome of a failed call.
inline std::string outcomeOf(const Answer &answer)
{
    if (!answer || *answer)
        return answer ? "answered" : "no answer";
    return std::string(name(answer->error().code)) + " " + std::string(answer->error().param("outcome"));
}

/// What one subscription heard.
struct Ear {
    int resets = 0;
    std::vector<std::string> messages;

    RedisSubscriber::Handlers handlers()
    {
        return {[this] { ++resets; }, [this](std::string_view bytes) { messages.emplace_back(bytes); }};
    }
};

} // namespace cheetah::test
