// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/browserprocesses.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QFileInfo>
#include <QtCore/QStandardPaths>

#include <algorithm>

namespace cheetah::gui {

namespace {

QString findProgram()
{
    const QString name = QStringLiteral("cheetah-browser");
    const QString beside = QCoreApplication::applicationDirPath() + QLatin1Char('/') + name;
    return QFileInfo(beside).isExecutable() ? beside : QStandardPaths::findExecutable(name);
}

} // namespace

BrowserProcesses::BrowserProcesses(const Session &session, LogStore &log, QString program, QObject *parent)
    : QObject(parent),
      m_log(log),
      m_fleet(session.fleet()),
      m_program(program.isEmpty() ? findProgram() : std::move(program))
{}

BrowserProcess *BrowserProcesses::start(BrowserOrder order)
{
    if (m_all.size() >= mostListed) {
        const auto old = std::find_if(m_all.begin(), m_all.end(), [](const auto &browser) {
            return browser->state() == BrowserProcess::State::Ended;
        });
        if (old == m_all.end())
            return nullptr;
        forget(old->get());
    }
    auto browser = std::make_unique<BrowserProcess>(std::move(order), m_program, m_log, m_fleet);
    BrowserProcess *started = browser.get();
    connect(started, &BrowserProcess::changed, this, [this, started] { rowChanged(started); });
    const int row = int(m_all.size());
    emit aboutToAdd(row);
    m_all.push_back(std::move(browser));
    emit added(row);
    started->start();
    return started;
}

void BrowserProcesses::forget(const BrowserProcess *browser)
{
    const int row = rowOf(browser);
    if (row < 0 || browser->state() != BrowserProcess::State::Ended)
        return;
    emit aboutToRemove(row);
    m_all.erase(m_all.begin() + row);
    emit removed(row);
}

int BrowserProcesses::endingWithConsole() const
{
    return int(std::count_if(m_all.begin(), m_all.end(), [](const auto &browser) {
        return !browser->order().stays && browser->state() != BrowserProcess::State::Ended;
    }));
}

void BrowserProcesses::endAll()
{
    m_isEndingAll = true;
    for (const auto &browser : m_all)
        if (!browser->order().stays)
            browser->stop();
    if (endingWithConsole() == 0)
        QMetaObject::invokeMethod(this, &BrowserProcesses::allEnded, Qt::QueuedConnection);
}

ClientId BrowserProcesses::freeClientId(const UserId &user) const
{
    for (std::size_t number = 1;; ++number) {
        const ClientName name{user, ClientId::trusted("browser-" + std::to_string(number))};
        const bool isOurs =
            std::any_of(m_all.begin(), m_all.end(), [&](const auto &browser) { return browser->order().name == name; });
        if (!isOurs && m_fleet.fleet().find(name) == noSlot)
            return name.client;
    }
}

void BrowserProcesses::rowChanged(const BrowserProcess *browser)
{
    if (const int row = rowOf(browser); row >= 0)
        emit changed(row);
    if (m_isEndingAll && browser->state() == BrowserProcess::State::Ended && endingWithConsole() == 0)
        QMetaObject::invokeMethod(this, &BrowserProcesses::allEnded, Qt::QueuedConnection);
}

int BrowserProcesses::rowOf(const BrowserProcess *browser) const
{
    const auto found =
        std::find_if(m_all.begin(), m_all.end(), [browser](const auto &other) { return other.get() == browser; });
    return found == m_all.end() ? -1 : int(found - m_all.begin());
}

} // namespace cheetah::gui
