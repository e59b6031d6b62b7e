// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "wire/leasefields.h"
#include "wire/messages.h"

namespace cheetah {

/// What a demo plays: clients as they introduce and report themselves on the wire, and work that wants contexts.
struct DemoSample {
    struct Client {
        HelloMessage hello;
        std::vector<ReportedWindow> windows;
        bool away = false;     ///< has gone before the demo begins, and comes back now and then
        bool draining = false; ///< an operator drains it
    };
    /// A kind of task that comes again and again.
    struct Job {
        std::string label; ///< the task's id is this and a number
        AcquireRequest request;
        std::uint32_t weight = 1;      ///< how often, compared with the others
        Micros shortest = Seconds(20); ///< that it holds a context
        Micros longest = Seconds(120);
    };
    struct Page {
        std::string title, url;
    };
    std::vector<Client> clients;
    std::vector<Job> jobs;
    std::vector<Page> pages;  ///< that tasks visit
    std::uint32_t tasks = 16; ///< about so many run at one time

    /// `bad_json`, `bad_request` (params field) and what decoding ids answers; `bad_request` also if there is nothing to play.
    static Result<DemoSample> parse(std::string_view json);
};

} // namespace cheetah
