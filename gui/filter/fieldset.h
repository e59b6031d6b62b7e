// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QString>

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cheetah::gui {

/// How a field is compared. Code: one word of a fixed list. Durations and times count in microseconds; a flag is 0 or 1.
enum class FieldKind { Text, Code, Number, Duration, Time, Flag };

/// Place of a field or flag in its FieldSet.
using FieldIndex = int;
constexpr FieldIndex noField = -1;

/// One thing that a row can be asked for by name.
struct Field {
    const char *name; ///< lower case ASCII; null: only words look here, nobody can name it
    FieldKind kind = FieldKind::Text;
    const char *help = ""; ///< source text of the context `FilterHelp`
    std::vector<const char *> synonyms = {};
    std::vector<std::string_view> values = {}; ///< of a Code: all that there are
    bool searched = false;                     ///< words look here unless the view says otherwise
    bool passes = false;                       ///< changes by itself as time goes
    bool keyed = false;                        ///< asked for as `name.key`
};

/// A yes-or-no that is asked for as `is:name` or `has:name`.
struct Flag {
    const char *name;
    const char *help = "";
    bool has = false;    ///< `has:` instead of `is:`
    bool passes = false; ///< changes by itself as time goes
};

/// What the rows of one kind can be filtered by. A constant of whoever knows these rows; FieldReader reads one of them.
class FieldSet {
public:
    FieldSet(std::vector<Field> fields, std::vector<Flag> flags);

    const std::vector<Field> &fields() const { return m_fields; }
    const std::vector<Flag> &flags() const { return m_flags; }
    const Field &field(FieldIndex index) const { return m_fields[std::size_t(index)]; }
    const Flag &flag(FieldIndex index) const { return m_flags[std::size_t(index)]; }

    /// By name or synonym, any case. A keyed field is found by what stands before the dot.
    FieldIndex find(QStringView name) const;
    FieldIndex findFlag(bool has, QStringView name) const;
    /// Where words look.
    const std::vector<FieldIndex> &searched() const { return m_searched; }

    /// The field whose name is written most alike; empty if none is near.
    QString nearest(QStringView name) const;
    QString nearestFlag(bool has, QStringView name) const;

private:
    std::vector<Field> m_fields;
    std::vector<Flag> m_flags;
    std::vector<FieldIndex> m_searched;
};

/// The stable names of an enumeration that counts up from 0, as values of a Code.
template <class Enum>
std::vector<std::string_view> namesUpTo(Enum last)
{
    std::vector<std::string_view> names;
    for (int i = 0; i <= int(last); ++i)
        names.push_back(name(Enum(i)));
    return names;
}

/// The one of `words` that is written most alike; empty if none is near.
QString nearestWord(QStringView word, const std::vector<std::string_view> &words);

/// One row, as filters read it. Made once for a pass over many rows, each of which it is pointed to; a text lives until the
/// next call. On the GUI thread.
class FieldReader {
public:
    virtual ~FieldReader() = default;
    /// UTF-8. Empty where the row has none.
    virtual std::string_view text(FieldIndex field) const = 0;
    /// Of a keyed field. Its data() is null where the row has no such key.
    virtual std::string_view keyed(FieldIndex, std::string_view) const { return {}; }
    /// Of every kind but Text and Code; nothing where the row has none.
    virtual std::optional<std::int64_t> number(FieldIndex) const { return std::nullopt; }
    virtual bool flag(FieldIndex) const { return false; }
};

} // namespace cheetah::gui
