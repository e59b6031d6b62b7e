// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/logsaver.h"

#include <QtCore/QDateTime>

#include <algorithm>

namespace cheetah::gui {

namespace {

constexpr std::size_t linesATurn = 500;

}

LogSaver::LogSaver(const QString &path, std::vector<LogLine> lines, QObject *parent)
    : QObject(parent), m_file(path), m_lines(std::move(lines))
{
    m_file.open(QIODevice::WriteOnly);
    QMetaObject::invokeMethod(this, &LogSaver::writeSome, Qt::QueuedConnection);
}

void LogSaver::writeSome()
{
    const std::size_t end = std::min(m_next + linesATurn, m_lines.size());
    for (; m_next < end && m_file.isOpen(); ++m_next) {
        const LogLine &line = m_lines[m_next];
        const auto at = QDateTime::fromMSecsSinceEpoch(line.at.time_since_epoch().count() / 1'000, Qt::UTC);
        m_file.write(QByteArray::fromStdString(formatLogLine(at.toString(Qt::ISODateWithMs).toStdString(), line.level,
                                                             line.category.toStdString(), line.text.toStdString())));
    }
    if (m_file.isOpen() && m_next < m_lines.size())
        QMetaObject::invokeMethod(this, &LogSaver::writeSome, Qt::QueuedConnection);
    else
        finish();
}

void LogSaver::finish()
{
    const bool isWritten = m_file.isOpen() && m_file.commit();
    emit finished(int(m_lines.size()), isWritten ? QString() : m_file.errorString());
    deleteLater();
}

} // namespace cheetah::gui
