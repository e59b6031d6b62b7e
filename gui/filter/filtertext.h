// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "filter/expression.h"

namespace cheetah::gui {

/// `field=value`, with the value in quotes where it must be. `field` is a name, with its key where it has one.
QString filterTerm(const QString &field, const QString &value, QLatin1String op = QLatin1String("="));

// Texts of filters made from others. A text that is no filter is replaced.

/// What passes `text` and has this value.
QString filterFor(const QString &text, const FieldSet &fields, const QString &field, const QString &value);
/// What passes `text` and has not this value.
QString filterOut(const QString &text, const FieldSet &fields, const QString &field, const QString &value);
/// What passes `text`, or would if it had this value: where `text` demands another value of the field, this one is as good;
/// otherwise whatever has this value passes as well.
QString filterOr(const QString &text, const FieldSet &fields, const QString &field, const QString &value);
/// Without one of its parts.
QString withoutPart(const Expression &expression, std::size_t part);

} // namespace cheetah::gui
