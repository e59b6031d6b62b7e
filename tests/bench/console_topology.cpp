// SPDX-License-Identifier: Apache-2.0
// What a frame of the topology map costs while the fleet changes: CPU milliseconds of the GUI thread for taking the changes
// of one frame and for painting, offscreen, at several zoom steps. Prints one line of JSON for each.
// usage: bench_console_topology [CONTEXTS [CHANGES_PER_SECOND [FRAMES]]]     default 100000 10000 300
#include "../gui/topologyfixture.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <random>

using namespace cheetah;

namespace {

constexpr int framesPerSecond = 60;

double cpuMs()
{
    timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return double(time.tv_sec) * 1e3 + double(time.tv_nsec) / 1e6;
}

double at(std::vector<double> values, double share)
{
    std::sort(values.begin(), values.end());
    return values[std::min(values.size() - 1, std::size_t(double(values.size()) * share))];
}

/// One change as they come: mostly leases, now and then a tab that comes or goes.
void change(testgui::FakeDeployment &deployment, std::mt19937 &random)
{
    const Fleet &fleet = deployment.fleet();
    const auto slot = Slot(random() % fleet.contextSlots());
    if (!fleet.context(slot).name)
        return;
    const ContextName name = *fleet.context(slot).name;
    if (random() % 200 == 0) {
        const WindowName window = fleet.window(fleet.context(slot).window).name;
        deployment.removeTab(name);
        deployment.addTab(window, name.context.string() + "x", "Another page");
    } else if (!fleet.context(slot).assignment) {
        deployment.assign(name, "task");
    } else if (random() % 2) {
        deployment.renew(name);
    } else {
        deployment.release(name);
    }
}

void measure(testgui::TopologyWindow &window, int step, int changes, int frames)
{
    gui::TopologyMap &map = window.map();
    map.setZoom(step);
    map.scrollTo(map.layOut().size().height() / 2);
    window.settle();
    std::mt19937 random(1);
    std::vector<double> taken, painted;
    for (int frame = 0; frame < frames; ++frame) {
        window.deployment.advance(Micros(1'000'000 / framesPerSecond));
        for (int i = 0; i < changes / framesPerSecond; ++i)
            change(window.deployment, random);
        const double begin = cpuMs();
        window.session.fleet().flush();
        const double middle = cpuMs();
        testgui::spinOnce();
        taken.push_back(middle - begin);
        painted.push_back(cpuMs() - begin);
    }
    const double begin = cpuMs();
    map.viewport()->update();
    testgui::spinOnce();
    std::printf("{\"zoom_percent\":%d,\"take_ms_p50\":%.2f,\"take_ms_p99\":%.2f,\"frame_ms_p50\":%.2f,"
                "\"frame_ms_p99\":%.2f,\"full_paint_ms\":%.2f,\"height\":%d}\n",
                gui::TopologyMetrics::percent(step), at(taken, 0.5), at(taken, 0.99), at(painted, 0.5),
                at(painted, 0.99), cpuMs() - begin, map.layOut().size().height());
}

} // namespace

int main(int argc, char **argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    const int contexts = argc > 1 ? std::atoi(argv[1]) : 100'000;
    const int changes = argc > 2 ? std::atoi(argv[2]) : 10'000;
    const int frames = argc > 3 ? std::atoi(argv[3]) : 300;
    testgui::TopologyWindow window({1600, 1000});
    testgui::fillLarge(window.deployment, contexts / 100, 10, 10);
    window.deployment.goLive();
    const double begin = cpuMs();
    window.view.show();
    window.settle();
    std::printf("{\"contexts\":%u,\"first_paint_ms\":%.1f}\n", window.fleet().contextCount(), cpuMs() - begin);
    for (const int step : {7, 4, 1, 0})
        measure(window, step, changes, frames);
}
