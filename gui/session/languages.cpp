// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/languages.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QLibraryInfo>
#include <QtCore/QLocale>

namespace cheetah::gui {

namespace {

/// Null if there is no such translation.
std::unique_ptr<QTranslator> load(const QString &file, const QString &folder)
{
    auto translator = std::make_unique<QTranslator>();
    if (!translator->load(file, folder))
        return nullptr;
    return translator;
}

} // namespace

Languages::~Languages()
{
    for (const auto *translator : {&m_ours, &m_plurals, &m_qt})
        if (*translator)
            QCoreApplication::removeTranslator(translator->get());
}

QStringList Languages::available()
{
    return {QStringLiteral("en"), QStringLiteral("de")};
}

QString Languages::nameOf(const QString &code)
{
    return code == "de" ? QStringLiteral("Deutsch") : QStringLiteral("English");
}

void Languages::use(const QString &code)
{
    QString language = code.isEmpty() ? QLocale::system().name().section('_', 0, 0) : code;
    if (!available().contains(language))
        language = QStringLiteral("en");
    if (language == m_current)
        return;
    m_current = language;
    // Numbers and dates go with the language unless the system's locale is of that language already.
    const QLocale system = QLocale::system();
    QLocale::setDefault(system.name().startsWith(language) ? system : QLocale(language));

    const QString folder = QStringLiteral(":/translations");
    for (auto *translator : {&m_qt, &m_plurals, &m_ours})
        if (const auto old = std::exchange(*translator, nullptr))
            QCoreApplication::removeTranslator(old.get());
    m_plurals = load("cheetah_en", folder);
    if (language != "en") {
        m_ours = load("cheetah_" + language, folder);
        m_qt = load("qtbase_" + language, QLibraryInfo::path(QLibraryInfo::TranslationsPath));
    }
    // The one installed last is asked first.
    for (auto *translator : {&m_qt, &m_plurals, &m_ours})
        if (*translator)
            QCoreApplication::installTranslator(translator->get());
}

} // namespace cheetah::gui
