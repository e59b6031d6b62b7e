// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cheetah {

/// A version of Semantic Versioning 2.0. Build metadata takes no part in precedence and is dropped.
struct SemVer {
    std::array<std::uint64_t, 3> core{}; ///< major, minor, patch; each below 2^53, as npm has it
    std::vector<std::string> prerelease;

    /// Nothing for anything but a complete version of at most 256 bytes.
    static std::optional<SemVer> parse(std::string_view text);

    std::strong_ordering operator<=>(const SemVer &other) const;
    bool operator==(const SemVer &) const = default;
};

/// A set of versions as npm writes it: space-separated comparators (`=`, `<`, `<=`, `>`, `>=`, `^`, `~`, with `x`, `X`,
/// `*` or missing parts) that all hold, alternatives split by `||`. Hyphen ranges are not understood. As in npm a
/// prerelease lies in a range only where a comparator names a prerelease of the same major.minor.patch.
class SemVerRange {
public:
    /// Nothing for malformed text, an empty one too; at most 1024 bytes.
    static std::optional<SemVerRange> parse(std::string_view text);

    bool contains(const SemVer &version) const;

private:
    enum class Bound { Less, LessOrEqual, Greater, GreaterOrEqual, Equal };
    struct Comparator {
        Bound bound;
        SemVer version;
        bool holds(const SemVer &other) const;
    };
    using Alternative = std::vector<Comparator>;

    static std::optional<Alternative> parseAlternative(std::string_view text);
    static bool addComparator(Alternative &to, std::string_view op, std::string_view text);

    std::vector<Alternative> m_alternatives;
};

} // namespace cheetah
