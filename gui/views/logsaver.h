// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/logstore.h"

#include <QtCore/QSaveFile>

namespace cheetah::gui {

/// Writes lines of the log to a file, some at each turn of the loop, in the format that the node logs in. The file is there
/// as a whole or not at all. Deletes itself at the end; owned by who starts it until then.
class LogSaver : public QObject {
    Q_OBJECT

public:
    /// Lines are shared with the store, not copied.
    LogSaver(const QString &path, std::vector<LogLine> lines, QObject *parent);

signals:
    /// `failure` says why in words; empty: all was written.
    void finished(int lines, const QString &failure);

private:
    void writeSome();
    void finish();

    QSaveFile m_file;
    std::vector<LogLine> m_lines;
    std::size_t m_next = 0;
};

} // namespace cheetah::gui
