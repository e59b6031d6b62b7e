// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/logstore.h"

#include <algorithm>

namespace cheetah::gui {

/// Where other threads put their lines. Outlives the store for late ones.
struct LogStore::Inbox {
    std::mutex mutex;
    LogStore *store = nullptr; ///< null once it is gone
    std::vector<LogLine> lines;
    std::uint64_t dropped = 0;

    void put(LogLevel level, std::string_view category, std::string_view text)
    {
        // The log's own format, so that a page title cannot forge a line here either.
        LogLine line{SystemClock().wall(), level, QString::fromUtf8(category.data(), qsizetype(category.size())),
                     QString::fromUtf8(text.data(), qsizetype(std::min<std::size_t>(text.size(), 4'096)))};
        for (QChar &c : line.text)
            if (c.category() == QChar::Other_Control || c.category() == QChar::Other_Format || c == QChar::LineSeparator
                || c == QChar::ParagraphSeparator)
                c = QChar(u'\uFFFD');
        const std::lock_guard lock(mutex);
        if (!store)
            return;
        if (lines.size() >= mostWaiting) {
            ++dropped;
            return;
        }
        lines.push_back(std::move(line));
        if (lines.size() == 1)
            QMetaObject::invokeMethod(
                store, [at = store] { at->takeIn(); }, Qt::QueuedConnection);
    }
};

LogStore::LogStore(QObject *parent) : QObject(parent), m_inbox(std::make_shared<Inbox>())
{
    m_inbox->store = this;
}

LogStore::~LogStore()
{
    const std::lock_guard lock(m_inbox->mutex);
    m_inbox->store = nullptr;
}

LogSink LogStore::sink()
{
    return [inbox = m_inbox](LogLevel level, std::string_view category, std::string_view text) {
        inbox->put(level, category, text);
    };
}

void LogStore::append(LogLevel level, std::string_view category, std::string_view text)
{
    m_inbox->put(level, category, text);
}

void LogStore::takeIn()
{
    std::vector<LogLine> lines;
    {
        const std::lock_guard lock(m_inbox->mutex);
        lines = std::exchange(m_inbox->lines, {});
        m_dropped += std::exchange(m_inbox->dropped, 0);
    }
    if (lines.empty())
        return;
    const std::size_t total = m_lines.size() + lines.size();
    const std::size_t removed = total > capacity ? total - capacity : 0;
    m_dropped += removed;
    emit aboutToChange(int(removed), int(lines.size()));
    m_lines.erase(m_lines.begin(), m_lines.begin() + std::ptrdiff_t(removed));
    m_lines.insert(m_lines.end(), std::make_move_iterator(lines.begin()), std::make_move_iterator(lines.end()));
    emit changed(int(removed), int(lines.size()));
}

} // namespace cheetah::gui
