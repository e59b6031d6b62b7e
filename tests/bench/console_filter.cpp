// SPDX-License-Identifier: Apache-2.0
// What filters cost: nanoseconds of CPU time a row, over 100,000 contexts. Prints one JSON object.
#include "filter/contextfields.h"
#include "filter/filterparser.h"
#include "support/guitest.h"

#include <cstdio>
#include <ctime>

namespace {

using namespace cheetah;
using namespace cheetah::gui;

double cpuNanos()
{
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return double(now.tv_sec) * 1e9 + double(now.tv_nsec);
}

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    testgui::FakeDeployment deployment;
    FleetStore store(deployment);
    deployment.setTaskTimeout(Seconds(60));
    testgui::fillLarge(deployment, 1'000, 10, 10);
    deployment.goLive();
    store.flush();
    const Slot rows = store.fleet().contextSlots();
    std::printf("{\"rows\": %u", rows);
    for (const char *text :
         {"", "none-has-this", "größer", "user=none", "title:none", "state:assigned", "is:orphan", "lease<30s",
          "meta.region:none", "url~^https://none", "user!=none title:none OR (is:idle age>5m)"}) {
        const ExpressionPtr filter = parseFilter(QString::fromUtf8(text), contextFields());
        double best = 1e18;
        std::size_t passed = 0;
        for (int round = 0; round < 5; ++round) {
            const double start = cpuNanos();
            ContextReader reader(store);
            passed = 0;
            for (Slot slot = 0; slot < rows; ++slot) {
                reader.setRow(slot);
                passed += filter->matches(reader);
            }
            best = std::min(best, (cpuNanos() - start) / rows);
        }
        std::printf(", \"%s\": {\"nsPerRow\": %.1f, \"passed\": %zu}", text, best, passed);
    }
    std::printf("}\n");
}
