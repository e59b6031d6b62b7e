// SPDX-License-Identifier: Apache-2.0
#include "programs/cheetahctl/top.h"

#include "programs/cheetahctl/commands.h"
#include "programs/unixsignals.h"
#include "wording/wording.h"

#include <QDateTime>

#include <algorithm>
#include <array>
#include <charconv>
#include <unistd.h>

namespace cheetah {

namespace {

constexpr std::size_t mostJournalLines = 200;
constexpr Millis frameInterval = Seconds(1);
constexpr Millis gatherInterval = Millis(100);
constexpr Millis patience = Seconds(10); ///< of printed frames, for a first snapshot

/// Where there is no terminal: what COLUMNS and LINES say, else 80×24.
TerminalSize sizeWithoutTerminal()
{
    const auto read = [](const char *name, int fallback) {
        const int value = qEnvironmentVariableIntValue(name);
        return value > 0 && value <= 10'000 ? value : fallback;
    };
    return {read("COLUMNS", 80), read("LINES", 24)};
}

/// The first key of what was read: one character, or an escape sequence.
std::string_view firstKey(std::string_view bytes)
{
    if (!bytes.starts_with("\x1b[") && !bytes.starts_with("\x1bO"))
        return bytes.substr(0, 1);
    std::size_t length = 2;
    while (length < bytes.size() && (bytes[length] < '@' || bytes[length] > '~'))
        ++length;
    return bytes.substr(0, length + 1);
}

} // namespace

Top::Top(Invocation &invocation, Live &live, std::optional<std::uint32_t> frames)
    : m_invocation(invocation), m_deployment(live.deployment()), m_frames(frames)
{
    m_soon.setSingleShot(true);
    m_soon.setInterval(gatherInterval);
    m_tick.setInterval(frameInterval);
    listen();
}

void Top::listen()
{
    connect(&m_deployment, &Deployment::journalArrived, this, [this](const std::vector<JournalEntry> &entries) {
        m_journal.insert(m_journal.end(), entries.begin(), entries.end());
        while (m_journal.size() > mostJournalLines)
            m_journal.pop_front();
        drawSoon();
    });
    connect(&m_deployment, &Deployment::identified, this, [this] { m_journal.clear(); });
    connect(&m_deployment, &Deployment::healthSampled, this, [this](const HealthSample &sample) {
        m_commandsPerSecond = sample.sentRate;
        m_hasHealth = true;
        drawSoon();
    });
    connect(&m_deployment, &Deployment::snapshotArrived, this, [this](const std::shared_ptr<Fleet> &fleet) {
        m_fleet = std::move(*fleet);
        m_hasSnapshot = true;
        drawSoon();
    });
    connect(&m_deployment, &Deployment::deltaArrived, this, [this](const std::shared_ptr<const Delta> &delta) {
        if (!m_fleet.apply(*delta))
            return m_deployment.resync();
        drawSoon();
    });
    connect(&m_deployment, &Deployment::stateChanged, this, [this](const ConnectionStatus &status) {
        const bool isLost = m_frames && status.state == ConnectionState::Lost;
        if (status.state == ConnectionState::Refused || isLost)
            m_loop.exit(exitFailure);
        drawSoon();
    });
    connect(&m_invocation.unixSignals(), &UnixSignals::interrupted, this, [this] { m_loop.exit(exitInterrupted); });
    connect(&m_invocation.unixSignals(), &UnixSignals::terminalResized, this, &Top::draw);
    connect(&m_soon, &QTimer::timeout, this, &Top::draw);
    connect(&m_tick, &QTimer::timeout, this, &Top::draw);
}

int Top::run()
{
    if (!m_frames) {
        m_screen.emplace();
        m_keys.emplace(STDIN_FILENO, QSocketNotifier::Read);
        connect(&*m_keys, &QSocketNotifier::activated, this, &Top::keysArrived);
    } else {
        QTimer::singleShot(patience, this, [this] {
            if (!m_hasSnapshot)
                m_loop.exit(exitFailure);
        });
    }
    m_tick.start();
    m_deployment.attach();
    draw();
    const int status = m_loop.exec();
    m_keys.reset();
    m_screen.reset();
    if (status == exitFailure) {
        const ConnectionStatus &connection = m_deployment.status();
        m_invocation.tell(connection.error ? Wording().error(*connection.error)
                                           : "The node sent no picture of its fleet.");
    }
    return status;
}

void Top::keysArrived()
{
    std::array<char, 256> bytes{};
    const ssize_t count = read(STDIN_FILENO, bytes.data(), bytes.size());
    if (count <= 0) {
        m_keys->setEnabled(false);
        return;
    }
    for (std::string_view rest(bytes.data(), std::size_t(count)); !rest.empty();) {
        const std::string_view one = firstKey(rest);
        key(one);
        rest.remove_prefix(std::max<std::size_t>(1, one.size()));
    }
    draw();
}

void Top::key(std::string_view key)
{
    const auto page = std::ptrdiff_t(m_page);
    if (key == "q")
        m_loop.exit(exitOk);
    else if (key == "p" || key == " ")
        togglePause();
    else if (key == "?" || key == "h")
        m_help = !m_help, m_scroll = 0;
    else if (key == "\x1b[A" || key == "\x1bOA" || key == "k")
        scroll(-1);
    else if (key == "\x1b[B" || key == "\x1bOB" || key == "j")
        scroll(1);
    else if (key == "\x1b[5~")
        scroll(-page);
    else if (key == "\x1b[6~")
        scroll(page);
    else if (key == "\x1b[H" || key == "\x1b[1~" || key == "\x1bOH")
        m_scroll = 0;
    else if (key == "\x1b[F" || key == "\x1b[4~" || key == "\x1bOF")
        m_scroll = m_largestScroll;
}

void Top::togglePause()
{
    if (m_still)
        m_still.reset();
    else
        m_still.emplace(Still{m_fleet, m_journal, m_deployment.now()});
}

void Top::scroll(std::ptrdiff_t lines)
{
    const auto wanted = std::ptrdiff_t(m_scroll) + lines;
    m_scroll = std::size_t(std::clamp<std::ptrdiff_t>(wanted, 0, std::ptrdiff_t(m_largestScroll)));
}

void Top::drawSoon()
{
    if (!m_soon.isActive())
        m_soon.start();
}

TopFrame Top::frame(TerminalSize size) const
{
    TopView view{m_still ? m_still->fleet : m_fleet, m_still ? m_still->journal : m_journal,
                 m_still ? m_still->now : m_deployment.now()};
    if (const auto &identity = m_deployment.identity()) {
        view.deployment = identity->deployment.text();
        view.node = identity->node.text();
        view.taskTimeout = identity->policies.taskTimeout;
    }
    view.utcOffset = Seconds(QDateTime::currentDateTime().offsetFromUtc());
    view.connection = m_deployment.status();
    view.commandsPerSecond = m_commandsPerSecond;
    view.paused = m_still.has_value();
    view.help = m_help;
    view.scroll = m_scroll;
    return renderTop(view, size, m_invocation.style());
}

void Top::draw()
{
    if (m_frames)
        return printFrame();
    if (!m_screen)
        return;
    const TopFrame drawn = frame(terminalSize().value_or(TerminalSize()));
    m_largestScroll = drawn.largestScroll;
    m_page = drawn.page;
    m_scroll = std::min(m_scroll, m_largestScroll);
    std::string text = "\x1b[H";
    for (std::size_t i = 0; i < drawn.lines.size(); ++i)
        text += (i ? "\r\n" : "") + drawn.lines[i] + "\x1b[K";
    if (!writeOut(text))
        m_loop.exit(exitFailure);
}

/// The first as soon as it is complete, the others at the tick.
void Top::printFrame()
{
    if (!isComplete() || (m_printed > 0 && sender() != &m_tick))
        return;
    std::string text;
    for (const std::string &line : frame(terminalSize().value_or(sizeWithoutTerminal())).lines)
        text += line + '\n';
    ++m_printed;
    if (!writeOut(text))
        m_loop.exit(exitFailure);
    else if (m_printed >= *m_frames)
        m_loop.exit(exitOk);
}

int runTop(Invocation &invocation)
{
    std::optional<std::uint32_t> frames;
    if (const auto text = invocation.arguments().value("frames")) {
        std::uint32_t number = 0;
        const auto [end, problem] = std::from_chars(text->data(), text->data() + text->size(), number);
        if (problem != std::errc() || end != text->data() + text->size() || number == 0)
            return invocation.usage("--frames must be a number above 0.");
        frames = number;
    } else if (!isatty(STDOUT_FILENO)) {
        frames = 1;
    }
    auto live = Live::create(invocation, true);
    if (!live)
        return invocation.fail(live.error());
    return Top(invocation, **live, frames).run();
}

} // namespace cheetah
