// SPDX-License-Identifier: Apache-2.0
#include "console/topframe.h"

#include "model/journal.h"
#include "wording/wording.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace cheetah {

namespace {

constexpr Micros soon = Seconds(30);
constexpr std::size_t headerLines = 3;
constexpr std::size_t taskColumns = 16;
constexpr std::size_t stateColumns = 12;

/// One piece of a line, in one tone.
struct Piece {
    std::string text;
    Tone tone = Tone::Plain;
};
using Line = std::vector<Piece>;

struct StateLook {
    std::string_view glyph, ascii;
    Tone tone;
};

StateLook lookOf(ContextState state)
{
    switch (state) {
    case ContextState::Assigned:
        return {"●", "*", Tone::Busy};
    case ContextState::Settling:
        return {"◐", "~", Tone::Warning};
    case ContextState::Disconnected:
        return {"✕", "x", Tone::Dim};
    case ContextState::Unavailable:
        return {"▲", "!", Tone::Bad};
    case ContextState::Held:
        return {"◇", "+", Tone::Warning};
    case ContextState::Draining:
        return {"▽", "v", Tone::Warning};
    case ContextState::Idle:
        return {"○", "o", Tone::Good};
    }
    return {"?", "?", Tone::Plain};
}

Tone toneOf(ConnectionState state)
{
    switch (state) {
    case ConnectionState::Live:
        return Tone::Good;
    case ConnectionState::Connecting:
    case ConnectionState::Lagging:
        return Tone::Warning;
    default:
        return Tone::Bad;
    }
}

std::string clockText(RegistryTime time, Micros utcOffset)
{
    constexpr std::int64_t day = 86'400;
    const std::int64_t second = ((time.us + utcOffset.count()) / 1'000'000 % day + day) % day;
    std::array<char, 16> text{};
    std::snprintf(text.data(), text.size(), "%02d:%02d:%02d", int(second / 3600), int(second / 60 % 60),
                  int(second % 60));
    return text.data();
}

std::string oneDecimal(double value)
{
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.1f", value);
    return text.data();
}

std::string counted(std::uint32_t count, std::string_view one)
{
    return std::to_string(count) + ' ' + std::string(one) + (count == 1 ? "" : "s");
}

/// Writes the parts of one frame. Lives for one call of renderTop.
class TopRenderer {
public:
    TopRenderer(const TopView &view, TerminalSize size, TerminalStyle style)
        : m_view(view),
          m_style(style),
          m_columns(std::size_t(std::max(1, size.columns))),
          m_rows(std::size_t(std::max(1, size.rows)))
    {}

    TopFrame render() const
    {
        TopFrame frame;
        const std::size_t journalLines = m_rows >= 14 ? std::clamp<std::size_t>(m_rows / 4, 3, 12) : 0;
        const std::size_t fixed = headerLines + 1 + (journalLines ? journalLines + 1 : 0);
        frame.page = m_rows > fixed ? m_rows - fixed : 1;

        std::vector<Line> fleet = m_view.help ? helpLines() : fleetLines();
        frame.largestScroll = fleet.size() > frame.page ? fleet.size() - frame.page : 0;
        const std::size_t first = std::min(m_view.scroll, frame.largestScroll);
        std::vector<Line> lines = {titleLine(), countsLine(), {}};
        for (std::size_t i = first; i < first + frame.page; ++i)
            lines.push_back(i < fleet.size() ? std::move(fleet[i]) : Line());
        if (journalLines) {
            lines.push_back(rule("journal"));
            addJournal(lines, journalLines);
        }
        lines.push_back(footLine(first, frame));
        lines.resize(m_rows);
        for (const Line &line : lines)
            frame.lines.push_back(textOf(line));
        return frame;
    }

private:
    std::string_view symbol(std::string_view unicode, std::string_view ascii) const
    {
        return m_style.unicode ? unicode : ascii;
    }
    std::string safe(std::string_view text) const { return printable(text, m_style); }
    std::string dot() const { return std::string(symbol(" · ", " - ")); }

    Line titleLine() const
    {
        const ConnectionStatus &connection = m_view.connection;
        const std::string deployment = m_view.deployment.empty() ? "" : " " + safe(m_view.deployment);
        Line line = {{"cheetah" + deployment, Tone::Strong}};
        if (!m_view.node.empty())
            line.push_back({dot() + "node " + safe(m_view.node)});
        line.push_back({dot()});
        line.push_back(
            {std::string(symbol("● ", "* ")) + std::string(name(connection.state)), toneOf(connection.state)});
        if (connection.nextTryIn)
            line.push_back({", next try in " + std::to_string((connection.nextTryIn->count() + 999) / 1000) + " s"});
        if (connection.error)
            line.push_back({": " + safe(Wording().error(*connection.error)), Tone::Bad});
        line.push_back({dot() + "revision " + std::to_string(m_view.fleet.revision())});
        if (m_view.paused)
            line.push_back({dot() + "PAUSED", Tone::Warning});
        if (m_view.now.isSet())
            line.push_back({dot() + clockText(m_view.now, m_view.utcOffset), Tone::Dim});
        return line;
    }

    Line countsLine() const
    {
        const FleetCounts counts = countsOf(m_view.fleet, m_view.now, m_view.taskTimeout);
        Line line = {{"contexts " + std::to_string(counts.contexts)},
                     {"  available " + std::to_string(counts.available), counts.available ? Tone::Good : Tone::Plain},
                     {"  assigned " + std::to_string(counts.assigned), counts.assigned ? Tone::Busy : Tone::Plain},
                     {"  expiring<30s " + std::to_string(counts.expiringSoon),
                      counts.expiringSoon ? Tone::Warning : Tone::Plain},
                     {"  waiters " + std::to_string(counts.waiters), counts.waiters ? Tone::Warning : Tone::Plain}};
        if (m_view.commandsPerSecond)
            line.push_back({"  commands/s " + oneDecimal(*m_view.commandsPerSecond)});
        return line;
    }

    std::vector<Line> fleetLines() const
    {
        std::vector<Slot> clients;
        for (Slot slot = 0; slot < m_view.fleet.clientSlots(); ++slot)
            if (m_view.fleet.client(slot).state)
                clients.push_back(slot);
        std::sort(clients.begin(), clients.end(), [this](Slot a, Slot b) {
            const ClientRow &left = m_view.fleet.client(a), &right = m_view.fleet.client(b);
            return std::pair(!left.state->connected, std::cref(left.name))
                 < std::pair(!right.state->connected, std::cref(right.name));
        });
        std::vector<Line> lines;
        if (clients.empty())
            lines.push_back({{"No client yet. Attach a browser: cheetah-browser --user U --client C", Tone::Dim}});
        for (const Slot client : clients)
            addClient(lines, client);
        return lines;
    }

    void addClient(std::vector<Line> &lines, Slot slot) const
    {
        const ClientView client = clientView(m_view.fleet, slot);
        Line line = {{safe(client.name.user.text()) + " / " + safe(client.name.client.text()), Tone::Strong},
                     {"  " + std::string(name(client.state.kind)) + "  "}};
        if (client.state.connected)
            line.push_back({"connected", Tone::Good});
        else
            line.push_back({"disconnected" + goneIn(client.state), Tone::Bad});
        if (client.drain)
            line.push_back({"  draining", Tone::Warning});
        line.push_back({"  " + counted(client.windows, "window") + ", " + std::to_string(client.assigned) + "/"
                        + counted(client.contexts, "tab") + " assigned"});
        if (client.reserved)
            line.push_back({", " + std::to_string(client.reserved) + " being made"});
        lines.push_back(std::move(line));
        for (const Slot window : m_view.fleet.client(slot).windows)
            addWindow(lines, window);
    }

    /// When the assignments or, without any, the contexts of a disconnected client go.
    std::string goneIn(const ClientState &state) const
    {
        if (state.graceUntil.isSet())
            return ", leases end in " + countdown(state.graceUntil - m_view.now);
        if (state.removeAt.isSet())
            return ", goes in " + countdown(state.removeAt - m_view.now);
        return {};
    }

    void addWindow(std::vector<Line> &lines, Slot slot) const
    {
        const WindowView window = windowView(m_view.fleet, slot);
        std::string text = "  window " + safe(window.name.window.text());
        text += "  " + std::to_string(window.assigned) + "/" + counted(window.tabs, "tab") + " assigned";
        if (window.tabLimit)
            text += ", limit " + std::to_string(*window.tabLimit);
        if (window.reserved)
            text += ", " + std::to_string(window.reserved) + " reserved";
        if (window.isolated)
            text += ", isolated";
        if (window.focused)
            text += ", focused";
        Line line = {{std::move(text)}};
        if (window.draining)
            line.push_back({"  draining", Tone::Warning});
        if (!window.title.empty())
            line.push_back({"  " + safe(window.title), Tone::Dim});
        lines.push_back(std::move(line));
        for (const Slot context : m_view.fleet.window(slot).contexts)
            lines.push_back(contextLine(context));
    }

    Line contextLine(Slot slot) const
    {
        const ContextView context = contextView(m_view.fleet, slot, m_view.now, m_view.taskTimeout);
        const StateLook look = lookOf(context.state);
        const std::string_view word =
            context.state == ContextState::Unavailable ? name(context.health) : name(context.state);
        Line line = {
            {"    "},
            {std::string(symbol(look.glyph, look.ascii)) + ' ' + fitToColumns(word, stateColumns, m_style), look.tone},
            {' ' + fitToColumns(safe(occupant(context)), taskColumns, m_style) + ' '}};
        const auto left = remainingOf(context);
        const std::string time = left ? countdown(*left) : std::string();
        const bool isLate = left && *left < soon;
        line.push_back({std::string(time.size() < 7 ? 7 - time.size() : 0, ' ') + time + (isLate ? "! " : "  "),
                        isLate ? Tone::Warning : Tone::Plain});
        if (context.active)
            line.push_back({std::string(symbol("▸ ", "> "))});
        if (!context.title.empty())
            line.push_back({safe(context.title) + "  "});
        line.push_back({safe(context.url), Tone::Dim});
        return line;
    }

    /// Who or what keeps the context.
    static std::string occupant(const ContextView &context)
    {
        if (context.assignment)
            return context.assignment->task.string();
        if (context.settling && !context.settling->commands.empty())
            return context.settling->commands.front().string();
        if (!context.heldFor.empty())
            return context.heldFor.string();
        return context.parent ? "of " + context.parent->context.string() : std::string();
    }

    std::optional<Micros> remainingOf(const ContextView &context) const
    {
        if (context.assignment)
            return context.remaining;
        if (context.settling)
            return context.settling->deadline - m_view.now;
        return std::nullopt;
    }

    Line rule(std::string_view heading) const
    {
        std::string text = std::string(symbol("── ", "-- ")) + std::string(heading) + ' ';
        for (std::size_t used = columnsOf(text); used < m_columns; ++used)
            text += symbol("─", "-");
        return {{std::move(text), Tone::Dim}};
    }

    void addJournal(std::vector<Line> &lines, std::size_t count) const
    {
        const Wording wording;
        const auto &journal = m_view.journal;
        const std::size_t first = journal.size() > count ? journal.size() - count : 0;
        for (std::size_t i = first; i < journal.size(); ++i)
            lines.push_back(
                {{clockText(journal[i].at, m_view.utcOffset) + "  ", Tone::Dim}, {safe(wording.journal(journal[i]))}});
        lines.resize(lines.size() + count - (journal.size() - first));
    }

    Line footLine(std::size_t first, const TopFrame &frame) const
    {
        const std::string_view arrows = symbol("↑↓ PgUp PgDn", "arrows PgUp PgDn");
        std::string text =
            "q quit  " + std::string(arrows) + " scroll  p " + (m_view.paused ? "go on" : "pause") + "  ? help";
        if (frame.largestScroll)
            text += "   lines from " + std::to_string(first + 1) + " of "
                  + std::to_string(frame.largestScroll + frame.page);
        return {{std::move(text), Tone::Dim}};
    }

    std::vector<Line> helpLines() const
    {
        std::vector<Line> lines = {{{"Keys", Tone::Strong}},
                                   {{"  q             quit"}},
                                   {{"  up, down      scroll by a line"}},
                                   {{"  PgUp, PgDn    scroll by a page; Home and End go to the ends"}},
                                   {{"  p             hold the picture still; what happens meanwhile is not lost"}},
                                   {{"  ?             this page"}},
                                   {},
                                   {{"States of a tab", Tone::Strong}}};
        const auto add = [&](ContextState state, std::string_view meaning) {
            const StateLook look = lookOf(state);
            lines.push_back(
                {{"  "},
                 {std::string(symbol(look.glyph, look.ascii)) + ' ' + fitToColumns(name(state), stateColumns, m_style),
                  look.tone},
                 {"  " + std::string(meaning)}});
        };
        add(ContextState::Idle, "can be leased");
        add(ContextState::Assigned, "leased to the task named; the time left counts down");
        add(ContextState::Settling, "its last command was sent and its outcome is not known yet");
        add(ContextState::Held, "just made, for one request");
        add(ContextState::Draining, "takes no new task");
        add(ContextState::Unavailable, "crashed, loading, discarded or unresponsive");
        add(ContextState::Disconnected, "its client is away");
        return lines;
    }

    /// Cuts the line at the terminal's edge and paints what is left.
    std::string textOf(const Line &line) const
    {
        std::string text;
        std::size_t left = m_columns;
        std::size_t total = 0;
        for (const Piece &piece : line)
            total += columnsOf(piece.text);
        for (const Piece &piece : line) {
            const std::size_t width = columnsOf(piece.text);
            const bool isCut = width > left || (width == left && total > m_columns);
            text += painted(piece.tone, isCut ? cutHere(piece.text, left) : piece.text, m_style);
            if (isCut)
                break;
            left -= width;
        }
        return text;
    }

    /// The text with a mark at its end that more followed, even where it fits itself.
    std::string cutHere(const std::string &text, std::size_t columns) const
    {
        return cutToColumns(text + ' ', columns, m_style);
    }

    const TopView &m_view;
    const TerminalStyle m_style;
    const std::size_t m_columns;
    const std::size_t m_rows;
};

} // namespace

std::string_view name(ConnectionState state)
{
    constexpr std::array names = {std::string_view("connecting"), std::string_view("live"),
                                  std::string_view("lagging"),    std::string_view("stale"),
                                  std::string_view("lost"),       std::string_view("refused")};
    return names[std::size_t(state)];
}

std::string countdown(Micros remaining)
{
    const std::int64_t seconds = std::max<std::int64_t>(0, (remaining.count() + 999'999) / 1'000'000);
    std::array<char, 32> text{};
    if (seconds >= 3600)
        std::snprintf(text.data(), text.size(), "%lld:%02d:%02d", static_cast<long long>(seconds / 3600),
                      int(seconds / 60 % 60), int(seconds % 60));
    else
        std::snprintf(text.data(), text.size(), "%02d:%02d", int(seconds / 60), int(seconds % 60));
    return text.data();
}

TopFrame renderTop(const TopView &view, TerminalSize size, TerminalStyle style)
{
    return TopRenderer(view, size, style).render();
}

} // namespace cheetah
