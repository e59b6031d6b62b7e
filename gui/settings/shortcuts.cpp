// SPDX-License-Identifier: GPL-3.0-or-later
#include "settings/shortcuts.h"

#include "actions/actions.h"
#include "settings/keys.h"
#include "settings/settings.h"

namespace cheetah::gui {

namespace {

constexpr char standardProperty[] = "cheetahStandardShortcut";

} // namespace

Shortcuts::Shortcuts(Settings &settings, Actions &actions, QObject *parent)
    : QObject(parent), m_settings(settings), m_actions(actions)
{
    for (QAction *action : actions.all())
        action->setProperty(standardProperty, action->shortcut());
    connect(&settings, &Settings::changed, this, [this](const QString &key) {
        if (key.isEmpty() || key.startsWith(QLatin1String(keys::shortcuts)))
            apply();
    });
    apply();
}

QKeySequence Shortcuts::standard(const QAction &action)
{
    const QVariant standard = action.property(standardProperty);
    return standard.isValid() ? standard.value<QKeySequence>() : action.shortcut();
}

QString Shortcuts::plainName(const QAction &action)
{
    QString name = action.text();
    name.remove(QLatin1Char('&'));
    if (name.endsWith(QStringLiteral("…")))
        name.chop(1);
    return name;
}

QString Shortcuts::settingFor(const QAction &action)
{
    return QStringLiteral("%1/%2").arg(QLatin1String(keys::shortcuts), action.objectName());
}

void Shortcuts::apply()
{
    for (QAction *action : m_actions.all()) {
        const QVariant chosen = m_settings.value(settingFor(*action));
        action->setShortcut(chosen.isValid() ? QKeySequence(chosen.toString(), QKeySequence::PortableText)
                                             : standard(*action));
    }
}

} // namespace cheetah::gui
