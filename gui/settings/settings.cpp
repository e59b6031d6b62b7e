// SPDX-License-Identifier: GPL-3.0-or-later
#include "settings/settings.h"

#include <QtCore/QFile>
#include <QtCore/QStandardPaths>

namespace cheetah::gui {

namespace {

constexpr char brokenSuffix[] = ".broken";

QString usualPath()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) + "/cheetah/console.ini";
}

} // namespace

Settings::Settings(const QString &path, QObject *parent) : QObject(parent)
{
    const QString file = path.isEmpty() ? usualPath() : path;
    m_file = std::make_unique<QSettings>(file, QSettings::IniFormat);
    m_file->allKeys(); // reads it
    if (m_file->status() != QSettings::FormatError)
        return;
    m_file.reset();
    QFile::remove(file + brokenSuffix);
    QFile::rename(file, file + brokenSuffix);
    m_file = std::make_unique<QSettings>(file, QSettings::IniFormat);
    m_wasBroken = true;
}

QString Settings::complaint() const
{
    if (!m_wasBroken)
        return {};
    return tr("The settings in %1 could not be read, so everything is as at first. The old file is now %2.")
        .arg(path(), path() + brokenSuffix);
}

QString Settings::path() const
{
    return m_file->fileName();
}

QVariant Settings::value(const QString &key, const QVariant &standard) const
{
    return m_file->value(key, standard);
}

void Settings::setValue(const QString &key, const QVariant &value)
{
    if (m_file->contains(key) && m_file->value(key) == value)
        return;
    m_file->setValue(key, value);
    emit changed(key);
}

void Settings::remove(const QString &keyOrGroup)
{
    m_file->remove(keyOrGroup);
    emit changed(keyOrGroup);
}

void Settings::clear()
{
    m_file->clear();
    emit changed({});
}

void Settings::sync()
{
    m_file->sync();
}

} // namespace cheetah::gui
