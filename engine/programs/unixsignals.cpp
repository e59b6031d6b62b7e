// SPDX-License-Identifier: Apache-2.0
#include "programs/unixsignals.h"

#include <QSocketNotifier>

#include <array>
#include <csignal>
#include <fcntl.h>
#include <unistd.h>

namespace cheetah {

namespace {

constexpr std::array endingSignals = {SIGINT, SIGTERM, SIGHUP};
constexpr int interruptedStatus = 130;

// Signal handlers reach nothing but process-wide state.
std::array<int, 2> pipeEnds = {-1, -1};
volatile std::sig_atomic_t endingCount = 0;
volatile std::sig_atomic_t hangupReloads = 0;

void handle(int signal)
{
    if (signal != SIGWINCH && !(signal == SIGHUP && hangupReloads)) {
        endingCount = endingCount + 1;
        if (endingCount > 1)
            _exit(interruptedStatus);
    }
    const char byte = char(signal);
    [[maybe_unused]] const ssize_t written = write(pipeEnds[1], &byte, 1);
}

void setHandler(int signal, void (*handler)(int))
{
    struct sigaction action {};
    action.sa_handler = handler;
    action.sa_flags = SA_RESTART;
    sigaction(signal, &action, nullptr);
}

} // namespace

UnixSignals::UnixSignals(QObject *parent) : QObject(parent)
{
    if (pipe2(pipeEnds.data(), O_CLOEXEC | O_NONBLOCK) != 0)
        return;
    auto *notifier = new QSocketNotifier(pipeEnds[0], QSocketNotifier::Read, this);
    connect(notifier, &QSocketNotifier::activated, this, &UnixSignals::readPipe);
    for (const int signal : endingSignals)
        setHandler(signal, handle);
    setHandler(SIGWINCH, handle);
}

UnixSignals::~UnixSignals()
{
    for (const int signal : endingSignals)
        setHandler(signal, SIG_DFL);
    setHandler(SIGWINCH, SIG_DFL);
    hangupReloads = 0;
    for (int &end : pipeEnds)
        if (end >= 0)
            close(std::exchange(end, -1));
}

void UnixSignals::reloadOnHangup()
{
    hangupReloads = 1;
}

void UnixSignals::readPipe()
{
    std::array<char, 64> bytes{};
    bool isResized = false, isEnding = false, isReload = false;
    for (ssize_t count = 0; (count = read(pipeEnds[0], bytes.data(), bytes.size())) > 0;)
        for (ssize_t i = 0; i < count; ++i) {
            const char signal = bytes[std::size_t(i)];
            (signal == SIGWINCH ? isResized : signal == SIGHUP && hangupReloads ? isReload : isEnding) = true;
        }
    if (isEnding)
        m_interrupted = true;
    if (isResized)
        emit terminalResized();
    if (isReload)
        emit reloadRequested();
    if (isEnding)
        emit interrupted();
}

} // namespace cheetah
