// SPDX-License-Identifier: Apache-2.0
// How long the console takes from the start of its process to its first paint, with a node in it, and what an idle window
// onto 1,000 contexts costs.
//   bench_console_start                 {"first_paint_ms": …}
//   bench_console_start idle SECONDS    {"cpu_percent": …, "rss_mb": …}
#include "console.h"
#include "support/guitest.h"
#include "views/mainwindow.h"

#include <QtCore/QProcess>
#include <QtCore/QTemporaryDir>

#include <cstdio>
#include <ctime>
#include <fstream>

using namespace cheetah;
using namespace cheetah::gui;

namespace {

double seconds(clockid_t clock)
{
    timespec now;
    clock_gettime(clock, &now);
    return double(now.tv_sec) + double(now.tv_nsec) / 1e9;
}

double residentMb()
{
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with("VmRSS:"))
            return std::stod(line.substr(6)) / 1024;
    return 0;
}

/// Ends the loop once a window has been painted.
class FirstPaint : public QObject {
public:
    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (event->type() == QEvent::UpdateRequest && qobject_cast<MainWindow *>(watched)) {
            watched->removeEventFilter(this);
            QMetaObject::invokeMethod(qApp, &QCoreApplication::quit, Qt::QueuedConnection); // after this paint
        }
        return false;
    }
};

ConsoleOptions options(const QTemporaryDir &folder)
{
    ConsoleOptions options;
    options.begin = ConsoleOptions::Begin::Embed;
    options.embed.listen = QStringLiteral("127.0.0.1:0");
    options.settingsFile = folder.filePath("console.ini");
    return options;
}

/// What main() does, up to the first paint.
int paintOnce(int argc, char **argv, double startedAt)
{
    QApplication application(argc, argv);
    const QTemporaryDir folder;
    qputenv("XDG_STATE_HOME", folder.path().toUtf8());
    qputenv("XDG_RUNTIME_DIR", folder.path().toUtf8());
    FirstPaint watch;
    application.installEventFilter(&watch);
    Console console(options(folder));
    console.begin();
    QApplication::exec();
    std::printf("{\"first_paint_ms\": %.1f}\n", (seconds(CLOCK_MONOTONIC) - startedAt) * 1e3);
    return 0;
}

int idle(int argc, char **argv, double duration)
{
    QApplication application(argc, argv);
    const QTemporaryDir folder;
    Console console(options(folder));
    auto *deployment = new testgui::FakeDeployment;
    testgui::fillLarge(*deployment, 25, 4, 10);
    auto *window = console.open(std::make_unique<Session>(std::unique_ptr<Deployment>(deployment), SessionOrigin{}));
    deployment->goLive();
    QTimer second; // as a node does: health, and time goes on
    QObject::connect(&second, &QTimer::timeout, deployment, [&] {
        deployment->advance(Seconds(1));
        HealthSample sample;
        sample.admittedRate = 1;
        deployment->addHealth(sample);
    });
    second.start(1000);
    QTimer::singleShot(2000, window, [&] {
        const double cpu = seconds(CLOCK_PROCESS_CPUTIME_ID), wall = seconds(CLOCK_MONOTONIC);
        QTimer::singleShot(int(duration * 1000), window, [&, cpu, wall] {
            const double used = seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu, passed = seconds(CLOCK_MONOTONIC) - wall;
            std::printf("{\"cpu_percent\": %.2f, \"rss_mb\": %.1f}\n", used / passed * 100, residentMb());
            QCoreApplication::quit();
        });
    });
    return QApplication::exec();
}

} // namespace

int main(int argc, char **argv)
{
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    if (argc == 3 && std::string_view(argv[1]) == "idle")
        return idle(argc, argv, std::stod(argv[2]));
    if (argc == 3 && std::string_view(argv[1]) == "paint")
        return paintOnce(argc, argv, std::stod(argv[2]));
    // The clock begins before the process does: loading is part of it.
    QProcess child;
    child.setProcessChannelMode(QProcess::ForwardedChannels);
    child.start(argv[0], {"paint", QString::number(seconds(CLOCK_MONOTONIC), 'f', 6)});
    return child.waitForFinished() && child.exitStatus() == QProcess::NormalExit ? child.exitCode() : 1;
}
