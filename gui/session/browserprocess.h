// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/fleetstore.h"
#include "store/logstore.h"

#include <QtCore/QFile>
#include <QtCore/QProcess>
#include <QtCore/QUrl>

#include <memory>

class QSocketNotifier;

namespace cheetah::gui {

/// A browser that a person wants: who it is, how much of it, and which node it serves.
struct BrowserOrder {
    ClientName name;
    int windows = 1;
    int tabsPerWindow = 1;
    bool headless = false;
    Metadata metadata;
    bool stays = false; ///< goes on when the console ends; its log begins anew at logMib
    QUrl node;
    QString tokenFile;   ///< holds a token of scope `client`; the token itself never passes through here
    QString caFile = {}; ///< the authorities of an https node; empty: as cheetah-browser is set up
};

/// One `cheetah-browser` that was started here: what it says goes into the log under `browser/<client>`, whether it serves
/// is seen in the fleet. It ends with this object, and with the console however that ends, unless it is to stay. Owned by
/// BrowserProcesses, on the GUI thread.
class BrowserProcess : public QObject {
    Q_OBJECT

public:
    enum class State { Connecting, Connected, Stopping, Ended };
    static constexpr Millis killAfter = Seconds(5);
    static constexpr int logMib = 4; ///< most of a log in a file

    /// Log and fleet outlive it.
    BrowserProcess(BrowserOrder order, QString program, LogStore &log, const FleetStore &fleet,
                   QObject *parent = nullptr);
    ~BrowserProcess() override;

    const BrowserOrder &order() const { return m_order; }
    State state() const { return m_state; }
    /// Of Ended: why, as a sentence; empty: as asked.
    const QString &reason() const { return m_reason; }
    qint64 pid() const { return m_pid; }

    /// Also again, once it ended.
    void start();
    /// Terminates it, and kills it if it is still there after killAfter.
    void stop();

    static QStringList arguments(const BrowserOrder &order);
    /// Where the output of a browser that stays goes.
    static QString logFile(const ClientName &name);

signals:
    void changed();

private:
    void startAttached();
    void startDetached();
    void watch(qint64 pid);
    void signalIt(int number);
    void lookAtFleet();
    void readFile();
    void take(const QByteArray &bytes);
    void takeLine(QByteArray line);
    void ended(const QString &fallback);
    QString endSentence(const QString &fallback) const;
    void setState(State state);

    const BrowserOrder m_order;
    const QString m_program;
    LogStore &m_log;
    const FleetStore &m_fleet;
    const std::string m_category;
    State m_state = State::Ended;
    QString m_reason;
    QByteArray m_rest;   ///< of a line that is not complete
    QString m_complaint; ///< the last thing that it said of itself when it gave up
    qint64 m_pid = 0;
    std::uint64_t m_generationBefore = 0; ///< of the client of that name, before the start
    std::unique_ptr<QProcess> m_process;  ///< of one that ends with us
    int m_pidFd = -1;                     ///< of one that stays
    QSocketNotifier *m_endNotifier = nullptr;
    QFile m_file;
    QTimer m_fileTimer, m_killTimer;
};

} // namespace cheetah::gui
