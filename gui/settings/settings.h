// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>
#include <QtCore/QSettings>
#include <QtCore/QString>
#include <QtCore/QVariant>

#include <memory>

namespace cheetah::gui {

/// What the console keeps between runs: an INI file of a person's choices and the layout of windows, never a secret and
/// never fleet data. A file that cannot be read counts as empty, is kept aside under another name and said so once. Owned
/// by the application.
class Settings : public QObject {
    Q_OBJECT

public:
    /// `path` empty: the usual place for this user.
    explicit Settings(const QString &path = {}, QObject *parent = nullptr);

    QString path() const;
    /// What was wrong with the file, as a sentence; empty if nothing.
    QString complaint() const;

    QVariant value(const QString &key, const QVariant &standard = {}) const;
    void setValue(const QString &key, const QVariant &value);
    void remove(const QString &keyOrGroup);
    /// Forgets everything; tells it with an empty key.
    void clear();
    void sync();

signals:
    void changed(const QString &key);

private:
    std::unique_ptr<QSettings> m_file;
    bool m_wasBroken = false;
};

} // namespace cheetah::gui
