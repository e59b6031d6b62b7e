// SPDX-License-Identifier: GPL-3.0-or-later
#include "actions/copytext.h"

#include "console/viewtext.h"
#include "session/nodefromhere.h"

#include <QtCore/QRegularExpression>
#include <QtCore/QStringList>

#include <algorithm>

namespace cheetah::gui {

namespace {

QString utf8(std::string_view bytes)
{
    return QString::fromUtf8(bytes.data(), qsizetype(bytes.size()));
}

struct IdOfTarget {
    QString operator()(std::monostate) const { return {}; }
    QString operator()(const UserId &id) const { return utf8(id.text()); }
    QString operator()(const ClientName &name) const { return utf8(name.client.text()); }
    QString operator()(const WindowName &name) const { return utf8(name.window.text()); }
    QString operator()(const ContextName &name) const { return utf8(name.context.text()); }
    QString operator()(const NodeId &id) const { return utf8(id.text()); }
};

/// One object's row as JSON; empty if it is gone.
struct RowJson {
    const FleetStore &store;

    std::string operator()(std::monostate) const { return {}; }
    std::string operator()(const UserId &id) const
    {
        std::string rows;
        const Slot slot = store.fleet().find(id);
        if (slot != noSlot)
            for (const Slot client : store.fleet().user(slot).clients)
                rows += (rows.empty() ? "" : ",\n ") + toJsonText(clientView(store.fleet(), client));
        return rows;
    }
    std::string operator()(const ClientName &name) const
    {
        const Slot slot = store.fleet().find(name);
        return slot == noSlot ? std::string() : toJsonText(clientView(store.fleet(), slot));
    }
    std::string operator()(const WindowName &name) const
    {
        const Slot slot = store.fleet().find(name);
        return slot == noSlot ? std::string() : toJsonText(windowView(store.fleet(), slot));
    }
    std::string operator()(const ContextName &name) const
    {
        const Slot slot = store.fleet().find(name);
        return slot == noSlot ? std::string()
                              : toJsonText(contextView(store.fleet(), slot, store.now(), store.taskTimeout()));
    }
    std::string operator()(const NodeId &id) const
    {
        const auto &nodes = store.fleet().nodes();
        const auto node = std::find_if(nodes.begin(), nodes.end(), [&](const NodeInfo &info) { return info.id == id; });
        return node == nodes.end() ? std::string() : toJsonText(*node);
    }
};

/// The words of the command for one object, without the program.
struct CommandWords {
    const Fleet &fleet;

    static QStringList rows(const char *command, const UserId &user, const ClientId &client)
    {
        QStringList words{QString::fromLatin1(command), QStringLiteral("--user=") + utf8(user.text())};
        if (!client.empty())
            words << QStringLiteral("--client=") + utf8(client.text());
        return words;
    }
    QStringList operator()(std::monostate) const { return {}; }
    QStringList operator()(const UserId &id) const { return rows("clients", id, {}); }
    QStringList operator()(const ClientName &name) const { return rows("clients", name.user, name.client); }
    QStringList operator()(const WindowName &name) const { return rows("windows", name.user, name.client); }
    QStringList operator()(const ContextName &name) const
    {
        const Slot slot = fleet.find(name);
        if (slot == noSlot || !fleet.context(slot).assignment)
            return rows("contexts", name.user, name.client);
        return {QStringLiteral("force-release"),
                QStringLiteral("--fence=") + QString::number(fleet.context(slot).assignment->fence),
                QStringLiteral("--"), utf8(toText(name))};
    }
    QStringList operator()(const NodeId &) const { return {QStringLiteral("status")}; }
};

} // namespace

QString shellWord(const QString &word)
{
    static const QRegularExpression plain(QStringLiteral("^[A-Za-z0-9_@%+=:,./-]+$"));
    static const QRegularExpression control(QStringLiteral("[\\x00-\\x1f\\x7f]"));
    if (plain.match(word).hasMatch())
        return word;
    QString quoted = word;
    if (!control.match(word).hasMatch())
        return QLatin1Char('\'') + quoted.replace(QLatin1Char('\''), QLatin1String("'\\''")) + QLatin1Char('\'');
    // Control characters as printf's octal escapes, so that pasting them does nothing to the terminal.
    quoted.clear();
    for (const QChar c : word) {
        if (c.unicode() < 0x20 || c.unicode() == 0x7f)
            quoted += QStringLiteral("\\%1").arg(c.unicode(), 3, 8, QLatin1Char('0'));
        else if (c == QLatin1Char('\\'))
            quoted += QLatin1String("\\\\");
        else if (c == QLatin1Char('\''))
            quoted += QLatin1String("'\\''");
        else if (c == QLatin1Char('%'))
            quoted += QLatin1String("%%");
        else
            quoted += c;
    }
    return QStringLiteral("\"$(printf '%1')\"").arg(quoted);
}

QString copiedIds(const std::vector<ObjectId> &objects)
{
    QStringList ids;
    for (const ObjectId &object : objects)
        ids << std::visit(IdOfTarget(), object);
    return ids.join(QLatin1Char('\n'));
}

QString copiedJson(const FleetStore &fleet, const std::vector<ObjectId> &objects)
{
    std::vector<std::string> rows;
    for (const ObjectId &object : objects)
        if (std::string row = std::visit(RowJson{fleet}, object); !row.empty())
            rows.push_back(std::move(row));
    if (rows.size() == 1 && objects.front().index() != ObjectId(UserId()).index())
        return utf8(rows.front());
    std::string all = "[";
    for (std::size_t i = 0; i < rows.size(); ++i)
        all += (i ? ",\n " : "") + rows[i];
    return utf8(all + "]");
}

QString copiedCommands(const Session &session, const std::vector<ObjectId> &objects)
{
    QStringList where;
    const SessionOrigin &origin = session.origin();
    if (const QUrl node = nodeFromHere(session); !node.isEmpty())
        where << QStringLiteral("--node=") + node.toString(QUrl::RemoveUserInfo);
    if (!origin.tokenFile.isEmpty())
        where << QStringLiteral("--token-file=") + origin.tokenFile;
    if (!origin.caFile.isEmpty())
        where << QStringLiteral("--ca-file=") + origin.caFile;
    QStringList lines;
    for (const ObjectId &object : objects) {
        const QStringList words = std::visit(CommandWords{session.fleet().fleet()}, object);
        if (words.isEmpty())
            continue;
        QString line = QStringLiteral("cheetahctl");
        for (const QString &word : words.mid(0, 1) + where + words.mid(1))
            line += QLatin1Char(' ') + shellWord(word);
        if (!lines.contains(line))
            lines << line;
    }
    return lines.join(QLatin1Char('\n'));
}

} // namespace cheetah::gui
