// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "filter/fieldset.h"

namespace cheetah::gui {

/// A value that some rows have, for completion.
struct ValueSuggestion {
    QString value;
    int count = 0;          ///< rows that have it
    bool isAtLeast = false; ///< not all rows were counted
};

/// What a FilterField filters: implemented by views. It outlives the field's use of it.
class FilterTarget {
public:
    virtual ~FilterTarget() = default;
    virtual const FieldSet &fieldSet() const = 0;
    /// Where words look; empty: where the fields say.
    virtual std::vector<FieldIndex> searchedFields() const { return {}; }
    /// Live values of a field (with its key, such as `meta.region`) that contain `part`, the most frequent first, at most
    /// about 50; for `meta.` the keys. Called while a person types: takes a few milliseconds at most.
    virtual std::vector<ValueSuggestion> valueSuggestions(const QString &field, const QString &part) const = 0;
};

} // namespace cheetah::gui
