// SPDX-License-Identifier: Apache-2.0
// cheetah-browser: a real Chromium as an ordinary client of a node. Arguments and wiring only.
#include "base/qtscheduler.h"
#include "base/version.h"
#include "node/config.h"
#include "programs/cheetah-browser/options.h"
#include "programs/unixsignals.h"
#include "wire/localnode.h"
#include "wire/tokenfile.h"
#include "wording/wording.h"

#include <QCoreApplication>
#include <QUrl>

#include <cstdio>
#include <sys/stat.h>
#include <unistd.h>

using namespace cheetah;

namespace {

constexpr int success = 0, failure = 1, usage = 2, superseded = 3;

int complain(const Error &error, int code)
{
    std::fprintf(stderr, "cheetah-browser: %s\n", Wording().error(error).c_str());
    return code;
}

/// Where the node's socket is and what proves us there, from the options or from the local node's announcement.
Result<void> findNode(BrowserOptions &options)
{
    std::string tokenFile = options.tokenFile;
    std::string address = options.node;
    if (address.empty()) {
        const auto local = readLocalNode();
        if (!local)
            return local.error();
        address = local->url;
        if (tokenFile.empty())
            tokenFile = local->tokenFile;
    }
    QUrl url(QString::fromStdString(address), QUrl::StrictMode);
    const bool isSecure = url.scheme() == QStringLiteral("https");
    if (!url.isValid() || (!isSecure && url.scheme() != QStringLiteral("http")) || url.host().isEmpty()
        || !url.userInfo().isEmpty())
        return Error(ErrorCode::BadSetting,
                     {{"setting", "node"}, {"value", address}, {"wanted", "http://HOST:PORT or https://HOST:PORT"}});
    url.setScheme(isSecure ? QStringLiteral("wss") : QStringLiteral("ws"));
    auto token = readToken(tokenFile.empty() ? defaultTokenFile() : std::filesystem::path(tokenFile), "client");
    if (!token)
        return token.error();
    if (isSecure) {
        options.tls.nodeCertFile = localCertFile(address);
        auto tls = clientTls(options.tls);
        if (!tls)
            return tls.error();
        options.client.socket.tls = *std::move(tls);
    }
    options.client.socket.url = url;
    options.client.socket.token = *std::move(token);
    return {};
}

/// A log of something that runs for weeks must not fill the disk of who reads it once: a file is begun anew at the limit.
LogSink boundedSink(const BrowserOptions &options)
{
    LogSink sink = standardErrorSink(options.logLevel);
    if (options.logLimit == 0)
        return sink;
    return [sink = std::move(sink), most = options.logLimit](LogLevel level, std::string_view category,
                                                             std::string_view text) {
        struct stat file = {};
        if (::fstat(STDERR_FILENO, &file) == 0 && S_ISREG(file.st_mode) && std::uint64_t(file.st_size) >= most
            && ::ftruncate(STDERR_FILENO, 0) == 0)
            sink(LogLevel::Info, "log", "begun anew, for it had reached its limit");
        sink(level, category, text);
    };
}

int serve(const BrowserOptions &options)
{
    const SystemClock clock;
    QtScheduler scheduler(clock);
    SystemIdSource ids;
    BrowserClient client(options.client, scheduler, ids, Log(boundedSink(options)));
    UnixSignals unixSignals;
    int status = success;
    QObject::connect(&unixSignals, &UnixSignals::interrupted, &client, &BrowserClient::stop);
    QObject::connect(&client, &BrowserClient::finished, &client, [&](const std::optional<Error> &error) {
        if (error) {
            status = complain(*error, error->code == ErrorCode::Superseded ? superseded : failure);
            return client.stop(); // the browser first; finished() comes again
        }
        QCoreApplication::exit(status);
    });
    if (const auto started = client.start(); !started)
        return complain(started.error(), failure);
    QCoreApplication::exec();
    return status;
}

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    auto options = parseBrowserOptions(std::vector<std::string>(argv + 1, argv + argc));
    if (!options) {
        complain(options.error(), usage);
        std::fprintf(stderr, "cheetah-browser --help tells what can be set.\n");
        return usage;
    }
    if (options->help) {
        std::printf("%s", browserHelp().c_str());
        return success;
    }
    if (options->version) {
        std::printf("cheetah-browser %s\n", version.c_str());
        return success;
    }
    if (const auto found = findNode(*options); !found)
        return complain(found.error(), found.error().code == ErrorCode::BadSetting ? usage : failure);
    return serve(*options);
}
