// SPDX-License-Identifier: Apache-2.0
#include "simulation/simulation.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>

namespace cheetah::simulation {

namespace {

unsigned long fromEnvironment(const char *variable, unsigned long otherwise)
{
    const char *text = std::getenv(variable);
    return text && *text ? std::strtoul(text, nullptr, 10) : otherwise;
}

std::string report(const Simulation::Options &options, const Simulation::Outcome &outcome)
{
    std::string text = "seed " + std::to_string(options.seed) + ", step " + std::to_string(outcome.step) + ": "
                     + *outcome.violation + "\nCHEETAH_SIM_SEED=" + std::to_string(options.seed)
                     + " CHEETAH_SIM_STEPS=" + std::to_string(options.steps) + " repeats it. The last events:\n";
    for (const std::string &event : outcome.last)
        text += "  " + event + '\n';
    return text;
}

std::string summary(const Simulation::Outcome &o)
{
    std::string text = std::to_string(o.events) + " events, " + std::to_string(o.simulated.count() / 1'000'000)
                     + " s simulated, " + std::to_string(o.registrySteps) + " registry steps ("
                     + std::to_string(o.faults) + " failed), " + std::to_string(o.calls) + " acquires ("
                     + std::to_string(o.grants) + " granted), " + std::to_string(o.commands) + " commands ("
                     + std::to_string(o.results) + " results, " + std::to_string(o.unknown) + " unknown, "
                     + std::to_string(o.replaced) + " replaced), " + std::to_string(o.reservations) + " reservations ("
                     + std::to_string(o.created) + " made), " + std::to_string(o.epochs) + " epochs, "
                     + std::to_string(o.restarts) + " node ends; leases ended:";
    for (const auto &[cause, count] : o.ends)
        text += ' ' + std::string(name(cause)) + ' ' + std::to_string(count);
    if (o.failovers + o.emptied > 0)
        text += "; " + std::to_string(o.failovers) + " failovers (" + std::to_string(o.lostSteps) + " steps and "
              + std::to_string(o.lostGrants) + " leases lost, used " + std::to_string(o.lostUsed) + " times), "
              + std::to_string(o.emptied) + " empty restarts, " + std::to_string(o.takenOver) + " ids taken over, "
              + std::to_string(o.mismatches) + " answers of what the replica did not know, " + std::to_string(o.reloads)
              + " snapshots loaded, " + std::to_string(o.gaps) + " gaps";
    return text;
}

class Seeds : public testing::TestWithParam<unsigned> {};

void run(bool shared, unsigned seed)
{
    Simulation::Options options;
    options.shared = shared;
    options.steps = unsigned(fromEnvironment("CHEETAH_SIM_STEPS", 3'500));
    options.seed = fromEnvironment("CHEETAH_SIM_SEED", seed);
    options.eventsKept = fromEnvironment("CHEETAH_SIM_EVENTS", options.eventsKept);
    Simulation simulation(options);
    const Simulation::Outcome outcome = simulation.run();
    std::cout << "seed " << options.seed << ": " << summary(outcome) << '\n';
    ASSERT_FALSE(outcome.violation) << report(options, outcome);
    // A run in which nothing happens proves nothing.
    EXPECT_GT(outcome.grants, 50u);
    EXPECT_GT(outcome.results, 20u);
    EXPECT_GT(outcome.faults, 100u);
    if (!shared)
        return;
    EXPECT_GT(outcome.failovers, 0u);
    EXPECT_GT(outcome.lostSteps, 0u);
    EXPECT_GT(outcome.takenOver, 0u);
    EXPECT_GT(outcome.mismatches, 20u);
}

class SharedSeeds : public testing::TestWithParam<unsigned> {};

} // namespace

// SPEC W3 SPEC W4 SPEC W6 SPEC W7 SPEC W10 SPEC W11 SPEC W12 SPEC W13 SPEC W16 SPEC W17 SPEC W20 SPEC R5 SPEC R7 SPEC D1 SPEC D2
TEST_P(Seeds, KeepEveryInvariant)
{
    run(false, GetParam());
}

// The same where the nodes share a store: SPEC W14 SPEC R5 SPEC L7 SPEC D4 too.
TEST_P(SharedSeeds, KeepEveryInvariant)
{
    run(true, GetParam());
}

INSTANTIATE_TEST_SUITE_P(Simulation, Seeds, testing::Range(1u, 61u));
INSTANTIATE_TEST_SUITE_P(Simulation, SharedSeeds, testing::Range(1u, 101u));

} // namespace cheetah::simulation
