// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/demands.h"

#include <QtCore/QStringList>

namespace cheetah::gui {

namespace {

/// An id in the language of expressions.
std::string quoted(const std::string &id)
{
    if (id.find_first_of("'|, =") == std::string::npos)
        return id;
    std::string text = "'";
    for (const char c : id)
        text.append(c == '\'' ? 2 : 1, c);
    return text + '\'';
}

} // namespace

std::vector<std::string> expressionsOf(const Requirements &requirements)
{
    std::vector<std::string> expressions;
    if (requirements.kind)
        expressions.push_back("kind=" + std::string(name(*requirements.kind)));
    if (!requirements.client.empty())
        expressions.push_back("client=" + quoted(requirements.client.string()));
    for (const MetadataCondition &condition : requirements.metadata)
        expressions.push_back(toText(condition));
    return expressions;
}

std::vector<std::string> expressionsOf(const QString &line)
{
    QStringList parts(QString{});
    bool isQuoted = false;
    for (const QChar c : line) {
        if (c == QLatin1Char('\''))
            isQuoted = !isQuoted;
        if (c == QLatin1Char(',') && !isQuoted)
            parts.push_back({});
        else
            parts.back() += c;
    }
    std::vector<std::string> expressions;
    for (const QString &part : parts)
        if (const QString expression = part.trimmed(); !expression.isEmpty())
            expressions.push_back(expression.toStdString());
    return expressions;
}

AcquireRequest requestOf(const Waiter &waiter)
{
    AcquireRequest request;
    request.user = waiter.user;
    request.task = waiter.task;
    request.request = waiter.request;
    request.requirements = waiter.requirements;
    request.placement = waiter.placement;
    request.anyHealth = waiter.anyHealth;
    return request;
}

} // namespace cheetah::gui
