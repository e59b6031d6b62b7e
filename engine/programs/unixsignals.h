// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

namespace cheetah {

/// Turns SIGINT, SIGTERM, SIGHUP and SIGWINCH into Qt signals. One may live at a time; while it does, the first three do
/// not end the process by themselves, except that a second one ends it at once. SIGHUP asks to end unless the program has
/// something to read again. Restores the old handlers when it goes.
class UnixSignals : public QObject {
    Q_OBJECT

public:
    explicit UnixSignals(QObject *parent = nullptr);
    ~UnixSignals() override;

    /// From now on SIGHUP asks to read again what changed, and ends nothing.
    void reloadOnHangup();

    /// Whether one of those that ask to end has come.
    bool isInterrupted() const { return m_interrupted; }

signals:
    void interrupted();
    void reloadRequested();
    void terminalResized();

private:
    void readPipe();

    bool m_interrupted = false;
};

} // namespace cheetah
