// SPDX-License-Identifier: Apache-2.0
#include "simulation/simulation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>

namespace cheetah::simulation {

namespace {

constexpr std::uint64_t seeds = 60; ///< those that always run
constexpr unsigned steps = 3'000;

class Planted : public testing::TestWithParam<int> {};

} // namespace

/// The invariants are worth something only if they find what is wrong: each fault breaks one of them within the seeds that
/// always run.
TEST_P(Planted, IsFound)
{
    Simulation::Options options;
    options.fault = Fault(GetParam());
    options.shared = options.fault >= firstOfShared;
    options.steps = steps;
    for (options.seed = 1; options.seed <= seeds; ++options.seed) {
        Simulation simulation(options);
        const Simulation::Outcome outcome = simulation.run();
        if (!outcome.violation)
            continue;
        std::cout << name(options.fault) << ": seed " << options.seed << ", step " << outcome.step << ": "
                  << *outcome.violation << '\n';
        return;
    }
    FAIL() << name(options.fault) << " goes unnoticed";
}

INSTANTIATE_TEST_SUITE_P(Faults, Planted, testing::Range(1, faultCount), [](const auto &fault) {
    std::string text = name(Fault(fault.param));
    std::replace(text.begin(), text.end(), ' ', '_');
    return text;
});

} // namespace cheetah::simulation
