// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>
#include <QtCore/QTranslator>

#include <memory>

namespace cheetah::gui {

/// The language of the program, changed while it runs. English stands in the sources; its plural forms and every other
/// language come from translations/. Owned by the application.
class Languages : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;
    ~Languages() override;

    /// What there is: codes such as `en`, `de`.
    static QStringList available();
    /// The language's own name, such as `Deutsch`.
    static QString nameOf(const QString &code);

    /// `code` empty: the system's, as far as there is a translation for it, else English. Every window hears a
    /// LanguageChange.
    void use(const QString &code);
    const QString &current() const { return m_current; }

private:
    QString m_current;
    std::unique_ptr<QTranslator> m_ours, m_plurals, m_qt;
};

} // namespace cheetah::gui
