// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/browserprocess.h"

#include "session/words.h"

#include <QtCore/QDir>
#include <QtCore/QFileInfo>
#include <QtCore/QSocketNotifier>

#include <csignal>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace cheetah::gui {

namespace {

constexpr Millis fileInterval(300);
constexpr qsizetype longestLine = 16'384;
constexpr qint64 mostReadAtOnce = 262'144;
constexpr int supersededStatus = 3;
constexpr std::string_view complaintStart = "cheetah-browser: ";

QString utf8(std::string_view bytes)
{
    return QString::fromUtf8(bytes.data(), qsizetype(bytes.size()));
}

/// Level and rest of a line as the log's format has them: time, level, category and text.
std::pair<LogLevel, std::string_view> parsed(std::string_view line)
{
    constexpr std::pair<std::string_view, LogLevel> levels[] = {{" debug ", LogLevel::Debug},
                                                                {" info ", LogLevel::Info},
                                                                {" warning ", LogLevel::Warning},
                                                                {" error ", LogLevel::Error}};
    const std::size_t space = line.find(' ');
    if (space != std::string_view::npos && space > 10 && line[space - 1] == 'Z')
        for (const auto &[word, level] : levels)
            if (line.substr(space).starts_with(word))
                return {level, line.substr(space + word.size())};
    return {line.starts_with(complaintStart) ? LogLevel::Error : LogLevel::Info, line};
}

} // namespace

BrowserProcess::BrowserProcess(BrowserOrder order, QString program, LogStore &log, const FleetStore &fleet,
                               QObject *parent)
    : QObject(parent),
      m_order(std::move(order)),
      m_program(std::move(program)),
      m_log(log),
      m_fleet(fleet),
      m_category("browser/" + m_order.name.client.string())
{
    m_fileTimer.setInterval(fileInterval);
    m_killTimer.setSingleShot(true);
    m_killTimer.setInterval(killAfter);
    connect(&m_fileTimer, &QTimer::timeout, this, &BrowserProcess::readFile);
    connect(&m_killTimer, &QTimer::timeout, this, [this] { signalIt(SIGKILL); });
    connect(&fleet, &FleetStore::changed, this, [this](const FleetBatch &batch) {
        if (batch.whole || !batch.clients.empty())
            lookAtFleet();
    });
}

BrowserProcess::~BrowserProcess()
{
    if (m_pidFd >= 0)
        ::close(m_pidFd);
    if (!m_process)
        return;
    // QProcess would kill it at once and wait; it gets the time to take its Chromium down.
    m_process->disconnect(this);
    QProcess *left = m_process.release();
    connect(left, &QProcess::finished, left, &QObject::deleteLater);
    QTimer::singleShot(killAfter, left, &QProcess::kill);
    left->terminate();
}

QStringList BrowserProcess::arguments(const BrowserOrder &order)
{
    QStringList words{QStringLiteral("--user=") + utf8(order.name.user.text()),
                      QStringLiteral("--client=") + utf8(order.name.client.text()),
                      QStringLiteral("--node=") + order.node.toString(QUrl::RemoveUserInfo),
                      QStringLiteral("--windows=%1").arg(order.windows),
                      QStringLiteral("--tabs=%1").arg(order.tabsPerWindow)};
    if (!order.tokenFile.isEmpty())
        words << QStringLiteral("--token-file=") + order.tokenFile;
    if (!order.caFile.isEmpty())
        words << QStringLiteral("--ca-file=") + order.caFile;
    if (order.headless)
        words << QStringLiteral("--headless");
    if (order.stays)
        words << QStringLiteral("--log-limit=%1").arg(logMib);
    for (const auto &[key, value] : order.metadata)
        words << QStringLiteral("--metadata=") + utf8(key) + QLatin1Char('=') + utf8(value);
    return words;
}

QString BrowserProcess::logFile(const ClientName &name)
{
    QString file = utf8(name.user.text()) + QLatin1Char('-') + utf8(name.client.text());
    for (QChar &c : file)
        if (!c.isLetterOrNumber() && c != QLatin1Char('-') && c != QLatin1Char('.'))
            c = QLatin1Char('_');
    QString folder = qEnvironmentVariable("XDG_STATE_HOME");
    if (folder.isEmpty())
        folder = QDir::homePath() + QStringLiteral("/.local/state");
    return folder + QStringLiteral("/cheetah/browser-") + file.left(100) + QStringLiteral(".log");
}

void BrowserProcess::start()
{
    if (m_state != State::Ended || m_pid != 0)
        return;
    m_reason.clear();
    m_complaint.clear();
    m_rest.clear();
    const Slot slot = m_fleet.fleet().find(m_order.name);
    m_generationBefore =
        slot == noSlot || !m_fleet.fleet().client(slot).state ? 0 : m_fleet.fleet().client(slot).state->generation;
    m_state = State::Connecting;
    m_order.stays ? startDetached() : startAttached();
    emit changed();
}

void BrowserProcess::startAttached()
{
    m_process = std::make_unique<QProcess>();
    m_process->setProgram(m_program);
    m_process->setArguments(arguments(m_order));
    m_process->setProcessChannelMode(QProcess::MergedChannels);
    m_process->setStandardInputFile(QProcess::nullDevice());
    // It goes down with the console even where that is killed.
    m_process->setChildProcessModifier([] { ::prctl(PR_SET_PDEATHSIG, SIGTERM); });
    connect(m_process.get(), &QProcess::readyReadStandardOutput, this,
            [this] { take(m_process->readAllStandardOutput()); });
    connect(m_process.get(), &QProcess::started, this, [this] {
        m_pid = m_process->processId();
        emit changed();
    });
    connect(m_process.get(), &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            ended(tr("cheetah-browser could not be started: %1").arg(m_process->errorString()));
    });
    connect(m_process.get(), &QProcess::finished, this, [this](int status, QProcess::ExitStatus how) {
        take(m_process->readAllStandardOutput());
        if (how == QProcess::CrashExit)
            ended(tr("It was ended by a signal."));
        else if (status == supersededStatus)
            ended(tr("Another client with this name has taken its place."));
        else
            ended(status == 0 ? QString() : tr("It ended with status %1; its log tells more.").arg(status));
    });
    m_process->start();
}

/// On its own: output into a file, which is read along as long as the console is here.
void BrowserProcess::startDetached()
{
    const QString path = logFile(m_order.name);
    QDir().mkpath(QFileInfo(path).path());
    m_file.setFileName(path);
    if (!m_file.open(QIODevice::ReadWrite | QIODevice::Truncate))
        return ended(tr("%1 cannot be written: %2").arg(path, m_file.errorString()));
    m_file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner);
    QProcess starter;
    starter.setProgram(m_program);
    starter.setArguments(arguments(m_order));
    starter.setStandardInputFile(QProcess::nullDevice());
    starter.setStandardOutputFile(path, QIODevice::Append);
    starter.setStandardErrorFile(path, QIODevice::Append);
    qint64 pid = 0;
    if (!starter.startDetached(&pid))
        return ended(tr("cheetah-browser could not be started: %1").arg(starter.errorString()));
    watch(pid);
    m_fileTimer.start();
}

/// It is not our child, so a descriptor of the process tells its end.
void BrowserProcess::watch(qint64 pid)
{
    m_pid = pid;
    m_pidFd = int(::syscall(SYS_pidfd_open, pid_t(pid), 0));
    if (m_pidFd < 0)
        return QMetaObject::invokeMethod(
                   this, [this] { ended(QString()); }, Qt::QueuedConnection),
               void();
    m_endNotifier = new QSocketNotifier(m_pidFd, QSocketNotifier::Read, this);
    connect(m_endNotifier, &QSocketNotifier::activated, this,
            [this] { ended(m_state == State::Stopping ? QString() : tr("It ended; its log tells more.")); });
}

void BrowserProcess::stop()
{
    if (m_state == State::Ended || m_state == State::Stopping)
        return;
    setState(State::Stopping);
    signalIt(SIGTERM);
    m_killTimer.start();
}

void BrowserProcess::signalIt(int number)
{
    if (m_pidFd >= 0)
        ::syscall(SYS_pidfd_send_signal, m_pidFd, number, nullptr, 0);
    else if (m_process && number == SIGKILL)
        m_process->kill();
    else if (m_process)
        m_process->terminate();
}

void BrowserProcess::lookAtFleet()
{
    if (m_state != State::Connecting && m_state != State::Connected)
        return;
    const Slot slot = m_fleet.fleet().find(m_order.name);
    const auto state = slot == noSlot ? nullptr : m_fleet.fleet().client(slot).state;
    const bool isThere = state && state->connected && state->generation != m_generationBefore;
    setState(isThere ? State::Connected : State::Connecting);
}

void BrowserProcess::readFile()
{
    if (m_file.pos() > m_file.size())
        m_file.seek(0); // begun anew
    take(m_file.read(mostReadAtOnce));
}

void BrowserProcess::take(const QByteArray &bytes)
{
    m_rest += bytes;
    qsizetype from = 0;
    for (qsizetype end; (end = m_rest.indexOf('\n', from)) >= 0; from = end + 1)
        takeLine(m_rest.mid(from, end - from));
    m_rest.remove(0, from);
    if (m_rest.size() > longestLine)
        takeLine(std::exchange(m_rest, {}));
}

void BrowserProcess::takeLine(QByteArray line)
{
    if (line.trimmed().isEmpty())
        return;
    const auto [level, text] = parsed({line.constData(), std::size_t(line.size())});
    m_log.append(level, m_category, text);
    if (text.starts_with(complaintStart))
        m_complaint =
            QString::fromUtf8(text.data() + complaintStart.size(), qsizetype(text.size() - complaintStart.size()))
                .left(500);
}

void BrowserProcess::ended(const QString &fallback)
{
    if (m_state == State::Ended)
        return;
    if (m_file.isOpen())
        readFile();
    if (!m_rest.isEmpty())
        takeLine(std::exchange(m_rest, {}));
    m_reason = m_state == State::Stopping ? QString() : endSentence(fallback);
    m_killTimer.stop();
    m_fileTimer.stop();
    m_file.close();
    if (m_endNotifier) {
        m_endNotifier->setEnabled(false);
        m_endNotifier->deleteLater();
        m_endNotifier = nullptr;
    }
    if (m_pidFd >= 0)
        ::close(std::exchange(m_pidFd, -1));
    if (m_process) {
        m_process->disconnect(this);
        m_process.release()->deleteLater();
    }
    m_pid = 0;
    m_log.append(m_reason.isEmpty() ? LogLevel::Info : LogLevel::Warning, m_category,
                 m_reason.isEmpty() ? std::string("ended") : "ended: " + m_reason.toStdString());
    m_state = State::Ended;
    emit changed();
}

/// Best its own word; where it says that there is no Chromium, in the language that is set.
QString BrowserProcess::endSentence(const QString &fallback) const
{
    const Error missing(ErrorCode::BrowserMissing);
    if (m_complaint == text(Wording().error(missing)))
        return Words().error(missing);
    return m_complaint.isEmpty() ? fallback : m_complaint;
}

void BrowserProcess::setState(State state)
{
    if (std::exchange(m_state, state) != state)
        emit changed();
}

} // namespace cheetah::gui
