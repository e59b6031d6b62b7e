// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/inspection.h"
#include "models/plaintext.h"
#include "session/words.h"

#include <QtCore/QCoreApplication>

namespace cheetah::gui {

/// How facts are put into rows, whatever they are about: the same word, dash and tooltip everywhere in the inspector.
struct InspectionFacts {
    Q_DECLARE_TR_FUNCTIONS(Inspection)

public:
    static QString orNone(const QString &value);
    static QString yesNo(bool value);
    static QString over(); ///< of a time that has passed

    /// An id that can be copied.
    template <class Id>
    static InspectionRow id(const QString &label, const Id &value)
    {
        InspectionRow row{label, orNone(plainText(value.text()))};
        row.copy = text(value.text());
        return row;
    }
    /// An id that leads to what it names.
    template <class Id>
    static InspectionRow link(const QString &label, const Id &value, const ObjectId &object)
    {
        InspectionRow row{label, plainText(value.text())};
        row.link = object;
        return row;
    }
    /// When it was; how long ago, as time goes.
    static InspectionRow since(const QString &label, RegistryTime at);
    /// How long until then.
    static InspectionRow until(const QString &label, RegistryTime at);
    static QString usage(std::uint32_t used, std::optional<std::uint32_t> limit, std::uint32_t reserved);
    static QString titleOf(const ReportedContext &tab);
    /// What a drain does to what it is on; null: there is none.
    static void addDrain(std::vector<InspectionSection> &sections, const Drain *drain);
};

} // namespace cheetah::gui
