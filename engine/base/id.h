// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/idtext.h"
#include "base/result.h"

#include <compare>
#include <functional>
#include <string>

namespace cheetah {

/// 1–128 bytes of valid UTF-8 without NUL (SPEC, Words).
bool isValidId(std::string_view text);

/// A strong identifier: bytes as the outside gave them, never altered, compared bytewise. Two kinds of id do not
/// convert into each other, so two strings never stand side by side in a signature. A default-constructed id is
/// empty and means "none".
template <class Tag>
class Id {
public:
    static constexpr std::size_t maxBytes = 128;

    Id() = default;

    /// The id, or `bad_id` for anything but 1–128 bytes of valid UTF-8 without NUL.
    static Result<Id> parse(std::string_view text)
    {
        if (!isValidId(text))
            return Error(ErrorCode::BadId, {{"kind", std::string(Tag::kind)}});
        return Id(text);
    }

    /// For ids that the engine made itself or that were validated before.
    static Id trusted(std::string_view text) { return Id(text); }

    /// Lives as long as this object.
    std::string_view text() const { return m_text.view(); }
    std::string string() const { return std::string(text()); }
    bool empty() const { return m_text.empty(); }

    friend bool operator==(const Id &, const Id &) = default;
    friend std::strong_ordering operator<=>(const Id &a, const Id &b) { return a.text() <=> b.text(); }

private:
    explicit Id(std::string_view text) : m_text(text) {}

    IdText m_text;
};

} // namespace cheetah

template <class Tag>
struct std::hash<cheetah::Id<Tag>> {
    // Not noexcept on purpose: the standard library then keeps hashes in its nodes instead of computing them again.
    std::size_t operator()(const cheetah::Id<Tag> &id) const { return std::hash<std::string_view>()(id.text()); }
};
