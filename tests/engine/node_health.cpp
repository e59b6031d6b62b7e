// SPDX-License-Identifier: Apache-2.0
#include "node/memorystate.h"
#include "node/nodecomponents.h"
#include "node/recordsettings.h"
#include "support/manualscheduler.h"

#include <gtest/gtest.h>

namespace cheetah::test {
namespace {

class NodeHealth : public testing::Test {
protected:
    std::optional<ReadinessCondition> clockCondition() const
    {
        for (const ReadinessCondition &condition : readiness.conditions())
            if (condition.name == "clock_offset")
                return condition;
        return std::nullopt;
    }

    ManualClock clock;
    ManualScheduler scheduler{clock};
    SystemIdSource ids;
    MemoryState state{DeploymentPolicies(), clock, ids};
    RegistryPorts ports = state.registries();
    Journal journal{ports.fleet};
    Readiness readiness{clock};
    HealthWatch watch{readiness, journal, scheduler, {ports.evidence, state.payloads(), state, ports.fleet, clock}};
};

} // namespace

// SPEC L6: a warning, with since-when, the error and what to do; it stands still while the clock is off by about the same.
TEST_F(NodeHealth, WarnsOfAClockThatIsOff)
{
    watch.start();
    scheduler.advance(Seconds(5));
    ASSERT_TRUE(clockCondition());
    EXPECT_TRUE(clockCondition()->ok);
    EXPECT_TRUE(clockCondition()->warning);
    const bool wasReady = readiness.ready(allRoles);

    clock.jumpWall(Millis(900));
    scheduler.advance(Seconds(1));
    EXPECT_TRUE(clockCondition()->ok) << "not beyond a second";
    clock.jumpWall(Millis(-3'400));
    scheduler.advance(Seconds(1));
    ASSERT_FALSE(clockCondition()->ok);
    EXPECT_EQ(clockCondition()->error->code, ErrorCode::ClockOffset);
    EXPECT_EQ(clockCondition()->error->param("offset"), "-2500ms");
    EXPECT_EQ(clockCondition()->remedy, "set_the_clock");
    EXPECT_EQ(watch.clockOffset(), Micros(Millis(-2'500)));
    EXPECT_EQ(readiness.ready(allRoles), wasReady) << "a warning is never in the way";

    const std::uint64_t told = journal.lastNumber();
    clock.jumpWall(Millis(-300));
    scheduler.advance(Seconds(3));
    EXPECT_EQ(clockCondition()->error->param("offset"), "-2500ms");
    EXPECT_EQ(journal.lastNumber(), told);
    clock.jumpWall(Millis(2'800));
    scheduler.advance(Seconds(1));
    EXPECT_TRUE(clockCondition()->ok);
}

// SPEC R3: as an option would be read, and written in one way only.
TEST(RecordSettings, ReadsValuesAsOptionsAreRead)
{
    const DeploymentRecord::Settings standing = DeploymentRecord::settingsOf(DeploymentPolicies(), 4);
    const auto changed = [&](const char *setting, const char *value) {
        const auto result = RecordSettings::changed(standing, setting, value);
        return result ? *result
                      : std::string(name(result.error().code)) + ' ' + std::string(result.error().param("setting"));
    };
    EXPECT_EQ(changed("task-timeout", "120000ms"), "2m");
    EXPECT_EQ(changed("task-timeout", "0"), "0s");
    EXPECT_EQ(changed("max-tabs", "30"), "30");
    EXPECT_EQ(changed("max-tabs", "none"), "none");
    EXPECT_EQ(changed("max-tabs", ""), "none");
    EXPECT_EQ(changed("provision-owner", "app1"), "app1"); // SPEC W14
    EXPECT_EQ(changed("provision-owner", "none"), "none");
    EXPECT_EQ(changed("provision-owner", ""), "none");
    EXPECT_EQ(changed("provision-owner", std::string(129, 'n').c_str()), "bad_id provision-owner");
    EXPECT_EQ(changed("disconnect-policy", "release"), "release");
    EXPECT_EQ(changed("task-timeout", "soon"), "bad_setting task-timeout");
    EXPECT_EQ(changed("waiter-limit", ""), "bad_setting waiter-limit");
    EXPECT_EQ(changed("partitions", "4"), "bad_setting partitions");
    EXPECT_EQ(changed("colour", "blue"), "bad_setting colour");
    EXPECT_EQ(changed("task-timeout", "1h"), "bad_setting context-retention") << "under keep, retention is below it";
}

} // namespace cheetah::test
