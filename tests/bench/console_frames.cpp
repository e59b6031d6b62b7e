// SPDX-License-Identifier: Apache-2.0
// What the console's table costs while a large fleet changes: console_frames <contexts> <changes a second> <seconds> [filter]
//
// Offscreen, one view sorted by lease with a filter on. The deltas are made beforehand, so that the time is the console's:
// applying them, totals, filter, order, model signals, painting. A frame counts from the end of one batch to the end of the
// next. Prints one line of JSON; times in milliseconds of this thread's CPU, except `first_paint_ms`.
#include "actions/actions.h"
#include "session/session.h"
#include "session/words.h"
#include "settings/settings.h"
#include "store/logstore.h"
#include "support/guitest.h"
#include "theme/theme.h"
#include "views/contextsview.h"
#include "views/tableview.h"

#include <QtCore/QTemporaryDir>
#include <QtCore/QTimer>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <random>

using namespace cheetah;
using namespace cheetah::gui;

namespace {

double seconds(clockid_t clock)
{
    timespec time{};
    clock_gettime(clock, &time);
    return double(time.tv_sec) + double(time.tv_nsec) / 1e9;
}

double threadCpu()
{
    return seconds(CLOCK_THREAD_CPUTIME_ID);
}

double wall()
{
    return seconds(CLOCK_MONOTONIC);
}

/// Knows what painting cost.
class Application : public QApplication {
public:
    using QApplication::QApplication;
    QObject *window = nullptr;
    double painting = 0; ///< CPU seconds so far
    int paints = 0;

    bool notify(QObject *object, QEvent *event) override
    {
        if (object != window || event->type() != QEvent::UpdateRequest)
            return QApplication::notify(object, event);
        const double start = threadCpu();
        const bool result = QApplication::notify(object, event);
        painting += threadCpu() - start;
        ++paints;
        return result;
    }
};

/// A day of a fleet, made beforehand.
struct Recording {
    std::shared_ptr<Fleet> fleet;
    std::vector<std::shared_ptr<const Delta>> deltas;
    RegistryTime start;
    int changes = 0;
};

constexpr int changesPerDelta = 50;

class Recorder {
public:
    Recorder(int contexts, double rate, double length) : m_step(std::int64_t(changesPerDelta / rate * 1e6))
    {
        testgui::fillLarge(m_deployment, std::max(1, contexts / 400), 10, 40);
        const Fleet &fleet = m_deployment.fleet();
        for (Slot slot = 0; slot < fleet.contextSlots(); ++slot)
            m_tabs.push_back(fleet.context(slot).name);
        QObject::connect(&m_deployment, &Deployment::snapshotArrived, &m_deployment,
                         [this](const std::shared_ptr<Fleet> &snapshot) { m_recording.fleet = snapshot; });
        QObject::connect(&m_deployment, &Deployment::deltaArrived, &m_deployment,
                         [this](const std::shared_ptr<const Delta> &delta) { m_recording.deltas.push_back(delta); });
        m_deployment.goLive();
        m_recording.start = m_deployment.now();
        while (m_recording.changes < rate * length)
            record();
    }
    Recording take() { return std::move(m_recording); }

private:
    /// One delta: mostly renewals, some leases that begin and end, titles, a few tabs that open and close.
    void record()
    {
        m_deployment.advance(m_step - Micros(changesPerDelta));
        std::vector<Change> changes;
        std::vector<bool> isUsed(m_tabs.size());
        while (changes.size() < changesPerDelta) {
            const std::size_t at = m_random() % m_tabs.size();
            if (at >= isUsed.size() || isUsed[at])
                continue;
            isUsed[at] = true;
            m_deployment.advance(Micros(1)); // each is a step of the registry with a time of its own
            change(at, unsigned(m_random() % 100), changes);
        }
        m_recording.changes += int(changes.size());
        m_deployment.applyAll(std::move(changes));
    }

    void change(std::size_t at, unsigned what, std::vector<Change> &changes)
    {
        const Fleet &fleet = m_deployment.fleet();
        const Slot slot = fleet.find(*m_tabs[at]);
        const ContextRow &row = fleet.context(slot);
        if (what < 12) {
            auto reported = std::make_shared<ReportedContext>(*row.reported);
            reported->title = "Page " + std::to_string(m_random() % 1000);
            const auto &tabs = fleet.window(row.window).contexts;
            const auto position = std::uint32_t(std::find(tabs.begin(), tabs.end(), slot) - tabs.begin());
            changes.push_back(
                ContextChanged{fleet.key(slot), fleet.window(row.window).name.window, position, reported});
        } else if (what < 15) {
            auto reported = std::make_shared<ReportedContext>(*row.reported);
            reported->id = ContextId::trusted("n" + std::to_string(++m_opened));
            auto name = std::make_shared<ContextName>(*row.name);
            name->context = reported->id;
            const ContextKey key{name, noSlot};
            changes.push_back(ContextChanged{key, fleet.window(row.window).name.window, ~0U, reported});
            if (row.assignment)
                changes.push_back(AssignmentEnded{fleet.key(slot), row.assignment->fence, EndCause::ContextGone});
            changes.push_back(ContextRemoved{fleet.key(slot)});
            m_tabs[at] = name;
        } else if (!row.assignment) {
            Assignment lease;
            lease.task = TaskId::trusted("task-" + std::to_string(m_fence));
            lease.request = RequestId::trusted("r-" + std::to_string(m_fence));
            lease.fence = ++m_fence;
            lease.acquiredAt = lease.renewedAt = m_deployment.now();
            changes.push_back(AssignmentStarted{fleet.key(slot), lease});
        } else if (what < 75) {
            changes.push_back(AssignmentRenewed{fleet.key(slot), row.assignment->fence, m_deployment.now()});
        } else {
            changes.push_back(AssignmentEnded{fleet.key(slot), row.assignment->fence, EndCause::Released});
        }
    }

    const Micros m_step;
    testgui::FakeDeployment m_deployment;
    std::vector<ContextNamePtr> m_tabs;
    Recording m_recording;
    std::mt19937 m_random{7};
    Fence m_fence = 1'000'000;
    int m_opened = 0;
};

/// Plays it in real time.
class Replay final : public Deployment {
public:
    explicit Replay(Recording recording) : m_recording(std::move(recording))
    {
        m_timer.setTimerType(Qt::PreciseTimer);
        connect(&m_timer, &QTimer::timeout, this, &Replay::play);
    }
    void attach() override
    {
        m_identity = DeploymentIdentity{};
        m_identity->scope = "operator";
        m_started = wall();
        emit identified(*m_identity);
        setStatus({ConnectionState::Live, std::nullopt, std::nullopt});
        emit snapshotArrived(std::exchange(m_recording.fleet, nullptr));
    }
    void begin()
    {
        m_started = wall();
        m_timer.start(5);
    }
    int played() const { return m_played; }
    void detach() override {}
    void resync() override { qFatal("a delta did not apply"); }
    CallId call(std::string_view, std::string) override { return 0; }
    RegistryTime now() const override { return m_recording.start + Micros(std::int64_t((wall() - m_started) * 1e6)); }

private:
    void play()
    {
        const RegistryTime until = now();
        while (m_next < m_recording.deltas.size() && m_recording.deltas[m_next]->at <= until) {
            m_played += int(m_recording.deltas[m_next]->changes.size());
            emit deltaArrived(m_recording.deltas[m_next++]);
        }
    }

    Recording m_recording;
    QTimer m_timer;
    double m_started = 0;
    std::size_t m_next = 0;
    int m_played = 0;
};

double part(std::vector<double> values, double share)
{
    if (values.empty())
        return 0;
    const std::size_t at = std::min(values.size() - 1, std::size_t(double(values.size()) * share));
    std::nth_element(values.begin(), values.begin() + std::ptrdiff_t(at), values.end());
    return values[at] * 1e3;
}

} // namespace

int main(int argc, char **argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    Application application(argc, argv);
    if (argc < 4) {
        std::fprintf(stderr, "usage: console_frames CONTEXTS CHANGES_A_SECOND SECONDS [FILTER]\n");
        return 2;
    }
    const int contexts = std::atoi(argv[1]);
    const double rate = std::atof(argv[2]), length = std::atof(argv[3]);
    const QString filter = argc > 4 ? QString::fromUtf8(argv[4]) : QStringLiteral("state:assigned");

    constexpr double warmUp = 2;
    auto *replay = new Replay(Recorder(contexts, rate, length + warmUp + 1).take());
    Session session{std::unique_ptr<Deployment>(replay), {}};
    const QTemporaryDir folder;
    Theme theme;
    Settings settings(folder.filePath("console.ini"));
    Actions actions;
    LogStore log;
    const Words words;
    Workspace workspace{session, actions, theme, settings, log, words};
    ContextsView view(workspace);
    view.table().sortByColumn(view.model().rows().column("lease"), Qt::AscendingOrder);
    view.setFilter(filter);
    view.resize(1200, 900);
    view.show();
    application.window = &view;
    testgui::spinOnce();

    application.paints = 0;
    const double arrived = wall();
    replay->attach();
    if (!testgui::spinUntil([&] { return view.model().rowCount() > 0 && !view.model().isBuilding(); }))
        qFatal("nothing is shown");
    application.paints = 0;
    testgui::spinUntil([&] { return application.paints > 0; });
    const double firstPaint = wall() - arrived;

    std::vector<double> work, whole;
    double last = 0, lastPainting = 0;
    bool isMeasuring = false;
    QObject::connect(&session.fleet(), &FleetStore::changed, &view, [&] {
        const double cpu = threadCpu();
        if (isMeasuring) {
            whole.push_back(cpu - last);
            work.push_back(cpu - last - (application.painting - lastPainting));
        }
        last = cpu;
        lastPainting = application.painting;
    });
    replay->begin();
    double start = 0, cpuStart = 0;
    int playedBefore = 0, paintsBefore = 0;
    double paintingBefore = 0;
    QTimer::singleShot(int(warmUp * 1000), &application, [&] {
        isMeasuring = true;
        start = wall();
        cpuStart = seconds(CLOCK_PROCESS_CPUTIME_ID);
        playedBefore = replay->played();
        paintsBefore = application.paints;
        paintingBefore = application.painting;
    });
    QTimer::singleShot(int((warmUp + length) * 1000), &application, &QCoreApplication::quit);
    QCoreApplication::exec();
    const double took = wall() - start, cpu = seconds(CLOCK_PROCESS_CPUTIME_ID) - cpuStart;
    std::printf("{\"rows\":%d,\"changes_per_s\":%.0f,\"frames_per_s\":%.1f,\"paints_per_s\":%.1f,\"cpu_pct\":%.2f,"
                "\"paint_cpu_pct\":%.2f,\"work_p50_ms\":%.3f,\"work_p99_ms\":%.3f,\"frame_p50_ms\":%.3f,"
                "\"frame_p99_ms\":%.3f,\"frame_max_ms\":%.3f,\"first_paint_ms\":%.0f}\n",
                view.model().rowCount(), (replay->played() - playedBefore) / took, double(work.size()) / took,
                (application.paints - paintsBefore) / took, cpu / took * 100,
                (application.painting - paintingBefore) / took * 100, part(work, 0.5), part(work, 0.99),
                part(whole, 0.5), part(whole, 0.99), part(whole, 1), firstPaint * 1e3);
    return 0;
}
