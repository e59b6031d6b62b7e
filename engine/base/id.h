// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"

#include <compare>
#include <functional>
#include <string>
#include <string_view>

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
        return Id(std::string(text));
    }

    /// For ids that the engine made itself or that were validated before.
    static Id trusted(std::string text) { return Id(std::move(text)); }

    const std::string &text() const { return m_text; }
    bool empty() const { return m_text.empty(); }

    friend bool operator==(const Id &, const Id &) = default;
    friend std::strong_ordering operator<=>(const Id &a, const Id &b) { return a.m_text.compare(b.m_text) <=> 0; }

private:
    explicit Id(std::string text) : m_text(std::move(text)) {}

    std::string m_text;
};

} // namespace cheetah

template <class Tag>
struct std::hash<cheetah::Id<Tag>> {
    // Not noexcept on purpose: the standard library then keeps hashes in its nodes instead of computing them again.
    std::size_t operator()(const cheetah::Id<Tag> &id) const { return std::hash<std::string>()(id.text()); }
};
