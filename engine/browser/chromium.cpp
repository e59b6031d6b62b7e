// SPDX-License-Identifier: Apache-2.0
#include "browser/chromium.h"

#include <QFileInfo>
#include <QStandardPaths>

#include <unistd.h>

namespace cheetah {

Result<QString> findChromium(const std::string &wanted)
{
    const QString given = QString::fromStdString(wanted);
    const QStringList names = given.isEmpty()
                                ? QStringList{QStringLiteral("chromium"), QStringLiteral("chromium-browser"),
                                              QStringLiteral("google-chrome")}
                                : QStringList{given};
    for (const QString &name : names) {
        const QFileInfo file(name);
        const QString found = name.contains(u'/') ? (file.isFile() && file.isExecutable() ? name : QString())
                                                  : QStandardPaths::findExecutable(name);
        if (!found.isEmpty())
            return found;
    }
    return Error(ErrorCode::BrowserMissing, {{"program", names.join(QStringLiteral(", ")).toStdString()}});
}

QStringList chromiumArguments(const QString &profileFolder, bool headless)
{
    QStringList arguments{
        QStringLiteral("--remote-debugging-pipe"),
        QStringLiteral("--user-data-dir=") + profileFolder,
        QStringLiteral("--no-startup-window"),
        QStringLiteral("--no-first-run"),
        QStringLiteral("--no-default-browser-check"),
        QStringLiteral("--disable-background-networking"),
        QStringLiteral("--disable-component-update"),
        QStringLiteral("--disable-sync"),
        QStringLiteral("--disable-backgrounding-occluded-windows"),
        QStringLiteral("--disable-renderer-backgrounding"),
        QStringLiteral("--password-store=basic"),
    };
    if (headless)
        arguments << QStringLiteral("--headless=new") << QStringLiteral("--disable-gpu");
    if (::geteuid() == 0)
        arguments << QStringLiteral("--no-sandbox");
    return arguments;
}

} // namespace cheetah
