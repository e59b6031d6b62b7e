// SPDX-License-Identifier: GPL-3.0-or-later
// cheetah-console: the window onto a deployment. Arguments and wiring only.
#include "console.h"

#include "base/version.h"

#include <QtCore/QCommandLineParser>
#include <QtCore/QSocketNotifier>
#include <QtWidgets/QApplication>

#include <csignal>
#include <cstdio>
#include <unistd.h>

using namespace cheetah::gui;

namespace {

constexpr int success = 0, usage = 2;

struct Arguments {
    QCommandLineParser parser;
    QCommandLineOption node{"node", "Look at the node at this address.", "URL"};
    QCommandLineOption tokenFile{"token-file", "File with the token for that node.", "FILE"};
    QCommandLineOption caFile{
        "ca-file", "Authorities that an https node is trusted by; CHEETAH_CA_FILE, else the system's.", "FILE"};
    QCommandLineOption embed{"embed", "Run a node in the window, even if one runs already."};
    QCommandLineOption listen{"listen", "Where that node listens; 127.0.0.1:7744 if not given.", "ADDRESS:PORT"};
    QCommandLineOption registry{
        "registry", "Let it share the fleet on this Redis, such as redis://HOST, redis+unix:///PATH.", "URL"};
    QCommandLineOption nodeId{"node-id", "Its name among the nodes there.", "ID"};
    QCommandLineOption redisPassword{"redis-password-file", "File with the password of that Redis.", "FILE"};
    QCommandLineOption browser{"browser", "Start a browser for it with that many windows and tabs each, such as 2x2.",
                               "WINDOWSxTABS"};
    QCommandLineOption demo{"demo", "Show a demo; nothing in it is real."};
    QCommandLineOption start{"start", "Begin with the choice of what to look at."};
    QCommandLineOption settings{"config", "Keep settings in this file.", "FILE"};
    QCommandLineOption language{"language", "en or de.", "CODE"};
    QCommandLineOption theme{"theme", "light, dark or system.", "NAME"};

    Arguments()
    {
        parser.setApplicationDescription(
            "Shows browsers, tabs, leases and commands of a Cheetah deployment live, says why a request got nothing, "
            "and "
            "lets a person step in. Without options it looks at the node that this account runs here, and runs one "
            "itself where there is none.");
        parser.addOptions({node, tokenFile, caFile, embed, listen, registry, nodeId, redisPassword, browser, demo,
                           start, settings, language, theme});
        parser.addHelpOption();
        parser.addVersionOption();
    }
};

int complain(const char *sentence)
{
    std::fprintf(stderr, "cheetah-console: %s\ncheetah-console --help tells what can be given.\n", sentence);
    return usage;
}

/// Nothing if what was given makes no sense; then `problem` says why.
std::optional<ConsoleOptions> optionsOf(const Arguments &given, QString &problem)
{
    ConsoleOptions options;
    const QCommandLineParser &parser = given.parser;
    const int ways =
        parser.isSet(given.node) + parser.isSet(given.embed) + parser.isSet(given.demo) + parser.isSet(given.start);
    if (ways > 1) {
        problem = "--node, --embed, --demo and --start exclude each other.";
        return {};
    }
    if (!parser.positionalArguments().isEmpty()) {
        problem = "there is no argument without an option.";
        return {};
    }
    options.begin = parser.isSet(given.node)  ? ConsoleOptions::Begin::Connect
                  : parser.isSet(given.embed) ? ConsoleOptions::Begin::Embed
                  : parser.isSet(given.demo)  ? ConsoleOptions::Begin::Demo
                  : parser.isSet(given.start) ? ConsoleOptions::Begin::Start
                                              : ConsoleOptions::Begin::Auto;
    options.connect.url = parser.value(given.node);
    options.connect.tokenFile = parser.value(given.tokenFile);
    options.connect.caFile = parser.value(given.caFile);
    if (parser.isSet(given.listen))
        options.embed.listen = parser.value(given.listen);
    options.embed.registry = parser.value(given.registry);
    options.embed.nodeId = parser.value(given.nodeId);
    options.embed.passwordFile = parser.value(given.redisPassword);
    if (!parser.isSet(given.embed) && (parser.isSet(given.registry) || parser.isSet(given.nodeId))) {
        problem = "--registry and --node-id are for the node that --embed runs.";
        return {};
    }
    if (parser.isSet(given.browser)) {
        const QStringList sizes = parser.value(given.browser).toLower().split('x');
        const int windows = sizes.value(0).toInt(), tabs = sizes.value(1).toInt();
        if (sizes.size() != 2 || windows < 1 || windows > 20 || tabs < 1 || tabs > 20) {
            problem = "--browser wants WINDOWSxTABS, each from 1 to 20, such as 2x2.";
            return {};
        }
        options.embed.browser = {windows, tabs};
    }
    options.settingsFile = parser.value(given.settings);
    options.language = parser.value(given.language);
    options.theme = parser.value(given.theme);
    if (!options.language.isEmpty() && !Languages::available().contains(options.language)) {
        problem = "--language is en or de.";
        return {};
    }
    if (!QStringList{"", "light", "dark", "system"}.contains(options.theme)) {
        problem = "--theme is light, dark or system.";
        return {};
    }
    return options;
}

int signalPipe[2] = {-1, -1};

/// Ends the program in order on Ctrl-C or SIGTERM: the first is passed to the event loop, the next ends it at once.
void catchSignals(Console &console, QObject &owner)
{
    if (::pipe(signalPipe) != 0)
        return;
    auto *notifier = new QSocketNotifier(signalPipe[0], QSocketNotifier::Read, &owner);
    QObject::connect(notifier, &QSocketNotifier::activated, &owner, [&console, notifier] {
        notifier->setEnabled(false);
        console.endAll();
    });
    struct sigaction action = {};
    action.sa_handler = [](int) {
        const char byte = 0;
        (void)!::write(signalPipe[1], &byte, 1);
    };
    action.sa_flags = int(SA_RESETHAND);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
        ::sigaction(signal, &action, nullptr);
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication::setApplicationName("cheetah-console");
    QCoreApplication::setApplicationVersion(QString::fromStdString(cheetah::version));
    QGuiApplication::setDesktopFileName("cheetah-console");
    Arguments arguments;
    {
        // Help and mistakes need no display.
        QStringList words;
        for (int i = 0; i < argc; ++i)
            words.push_back(QString::fromLocal8Bit(argv[i]));
        if (!arguments.parser.parse(words) && !words.contains("-platform"))
            return complain(arguments.parser.errorText().toLocal8Bit().constData());
        if (arguments.parser.isSet("help") || arguments.parser.isSet("version")) {
            const QString text = arguments.parser.isSet("help")
                                   ? arguments.parser.helpText()
                                   : "cheetah-console " + QCoreApplication::applicationVersion() + '\n';
            std::printf("%s", text.toLocal8Bit().constData());
            return success;
        }
    }
    QApplication application(argc, argv);
    if (!arguments.parser.parse(QCoreApplication::arguments()))
        return complain(arguments.parser.errorText().toLocal8Bit().constData());
    QString problem;
    const auto options = optionsOf(arguments, problem);
    if (!options)
        return complain(problem.toLocal8Bit().constData());
    Console console(*options);
    catchSignals(console, application);
    console.begin();
    return QApplication::exec();
}
