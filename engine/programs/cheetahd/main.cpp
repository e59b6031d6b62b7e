// SPDX-License-Identifier: Apache-2.0
// cheetahd: a node without a window. Arguments and wiring only.
#include "base/epolldispatcher.h"
#include "base/qtscheduler.h"
#include "base/version.h"
#include "console/arguments.h"
#include "node/node.h"
#include "node/otlptracer.h"
#include "programs/unixsignals.h"
#include "wire/localnode.h"
#include "wording/wording.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QTimer>

#include <cstdio>

using namespace cheetah;

namespace {

constexpr int success = 0, failure = 1, usage = 2;
constexpr Micros traceTime = Seconds(3); ///< for the last spans to leave

ArgumentsSpec spec()
{
    ArgumentsSpec spec;
    for (const SettingSpec &setting : settingSpecs())
        spec.options.push_back({setting.name, "VALUE", setting.help});
    spec.options.push_back({"config", "FILE", "Settings file, one `name = value` a line."});
    spec.options.push_back({"help", "", "This text."});
    spec.options.push_back({"version", "", "The version."});
    return spec;
}

void printHelp()
{
    std::printf(
        "Usage: cheetahd [--SETTING VALUE]…\n\n"
        "A Cheetah node: leases browser tabs to tasks. It prints its address once it is ready, logs to standard "
        "error,\n"
        "and goes down in order on SIGTERM or Ctrl-C; a second one ends it at once.\n\n"
        "Each setting can also come from the environment (CHEETAH_TASK_TIMEOUT for --task-timeout) or from the file\n"
        "given with --config; an option is stronger than the environment, that than the file, that than the "
        "default.\n\n"
        "%s\nDefaults:\n",
        helpOf(spec().options).c_str());
    for (const SettingSpec &setting : settingSpecs())
        std::printf("  %-22s %s\n", std::string(setting.name).c_str(),
                    setting.defaultValue.empty() ? "(none)" : std::string(setting.defaultValue).c_str());
}

/// Of a Redis that cannot be used its own words matter as well.
bool isOfStore(const Error &error)
{
    return error.code == ErrorCode::Unavailable || error.code == ErrorCode::StoreFull
        || error.code == ErrorCode::StoreReadOnly || error.code == ErrorCode::StoreLoginRefused
        || error.code == ErrorCode::StoreForbidden || error.code == ErrorCode::StoreError;
}

int complain(const Error &error, int code)
{
    const std::string words = isOfStore(error) && !error.detail.empty() ? " (" + error.detail + ')' : std::string();
    std::fprintf(stderr, "cheetahd: %s%s\n", Wording().error(error).c_str(), words.c_str());
    return code;
}

/// Leads one node through its life and says what happened.
class Daemon {
public:
    /// `tracer`: null, or closed here once the node is down (SPEC L4, L5).
    Daemon(Node &node, OtlpTracer *tracer, Log log) : m_node(node), m_tracer(tracer), m_log(std::move(log)) {}

    int run()
    {
        QObject::connect(&m_signals, &UnixSignals::interrupted, qApp, [this] { stop(); });
        if (!m_node.config().tls.certificate.empty()) {
            QObject::connect(&m_signals, &UnixSignals::reloadRequested, qApp, [this] { m_node.reload(); });
            m_signals.reloadOnHangup();
        }
        m_node.onSuperseded([this] {
            m_exitCode = failure;
            stop();
        });
        m_node.start(m_scope, [this](Result<void> started) {
            if (started)
                return awaitReady();
            m_exitCode = complain(started.error(), failure);
            QCoreApplication::exit(m_exitCode);
            m_ended = true;
        });
        if (!m_ended)
            QCoreApplication::exec();
        return m_exitCode;
    }

private:
    /// Who reads the address may use the node at once.
    void awaitReady()
    {
        if (m_node.host().admit(WorkKind::New))
            return ready();
        QTimer::singleShot(std::chrono::milliseconds(20), &m_signals, [this] {
            if (m_node.host().state() == HostState::Serving)
                awaitReady();
        });
    }

    void ready()
    {
        const NodeConfig &config = m_node.config();
        if (config.announce)
            announce();
        std::printf("%s\n", m_node.url().c_str());
        std::fflush(stdout);
        m_log.info("node", "ready at " + m_node.url() + ", deployment " + config.deployment.string() + ", node "
                               + config.nodeId.string() + ", disconnect policy "
                               + toText(config.policies.disconnectPolicy) + ", tokens " + config.tokenFile.string());
    }

    void announce()
    {
        auto announced = LocalNodeAnnouncement::announce(m_node.announcement());
        if (announced)
            m_announcement = *std::move(announced);
        else
            m_log.info("node", "not announced to local programs: " + Wording().error(announced.error()));
    }

    void stop()
    {
        m_announcement = {};
        m_log.info("node", "going down");
        m_node.stop(m_scope, [this](Result<void> stopped) {
            if (!stopped)
                m_exitCode = complain(stopped.error(), failure);
            m_log.info("node", "down");
            closeTracer();
        });
    }

    /// At a second signal this is called again, and a tracer that is closing already answers at once.
    void closeTracer()
    {
        if (!m_tracer)
            return end();
        m_tracer->close(traceTime, m_scope, [this](const Result<void> &) { end(); });
    }

    void end()
    {
        m_ended = true;
        QCoreApplication::exit(m_exitCode);
    }

    Node &m_node;
    OtlpTracer *const m_tracer;
    Log m_log;
    UnixSignals m_signals;
    LocalNodeAnnouncement m_announcement;
    int m_exitCode = success;
    bool m_ended = false;
    Scope m_scope;
};

} // namespace

int main(int argc, char **argv)
{
    const auto arguments = parseArguments(spec(), std::vector<std::string>(argv + 1, argv + argc));
    if (!arguments) {
        complain(arguments.error(), usage);
        std::fprintf(stderr, "cheetahd --help tells what can be set.\n");
        return usage;
    }
    if (arguments->has("help")) {
        printHelp();
        return success;
    }
    if (arguments->has("version")) {
        std::printf("cheetahd %s\n", version.c_str());
        return success;
    }
    std::map<std::string, std::string> options;
    for (const SettingSpec &setting : settingSpecs())
        if (const auto value = arguments->value(setting.name))
            options.emplace(setting.name, *value);
    auto config = loadConfig(options, settingsEnvironment(), arguments->valueOr("config", ""));
    if (!config)
        return complain(config.error(), usage);

    QCoreApplication::setEventDispatcher(new EpollDispatcher); // the application owns it
    QCoreApplication application(argc, argv);
    const SystemClock clock;
    SystemIdSource ids;
    QtScheduler scheduler(clock);
    const Log log(standardErrorSink(config->logLevel));
    auto tracer = OtlpTracer::create(*config, {scheduler, clock, ids, log});
    if (!tracer)
        return complain(tracer.error(), failure);
    auto node = Node::create(*std::move(config), {scheduler, clock, ids, log, tracer->get()});
    if (!node)
        return complain(node.error(), failure);
    return Daemon(**node, tracer->get(), log).run();
}
