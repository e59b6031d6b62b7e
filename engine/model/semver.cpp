// SPDX-License-Identifier: Apache-2.0
#include "model/semver.h"

#include "model/requirement.h"

#include <algorithm>
#include <charconv>

namespace cheetah {

namespace {

constexpr std::uint64_t numberLimit = std::uint64_t(1) << 53;

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isNumeric(std::string_view text)
{
    return !text.empty() && std::all_of(text.begin(), text.end(), isDigit);
}

bool isIdentifier(std::string_view text)
{
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
        return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-';
    });
}

/// Takes the text before the first `separator` off `rest`; the whole if there is none, then `rest` becomes empty.
std::string_view takeUntil(std::string_view &rest, char separator)
{
    const std::string_view part = rest.substr(0, rest.find(separator));
    rest.remove_prefix(std::min(part.size() + 1, rest.size()));
    return part;
}

std::optional<std::uint64_t> parseNumber(std::string_view text)
{
    std::uint64_t number = 0;
    if (!isNumeric(text) || (text.size() > 1 && text.front() == '0'))
        return std::nullopt;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (failure != std::errc() || number >= numberLimit - 1)
        return std::nullopt;
    return number;
}

/// A version whose last parts may be missing or `x`: only the first `parts` numbers are given.
struct PartialVersion {
    SemVer version;
    std::size_t parts = 0;

    static std::optional<PartialVersion> parse(std::string_view text);
    /// The least version above all that share the first `kept` numbers: `1.2` kept gives `1.3.0-0`.
    SemVer after(std::size_t kept) const
    {
        SemVer next;
        std::copy_n(version.core.begin(), kept, next.core.begin());
        ++next.core[kept - 1];
        next.prerelease = {"0"};
        return next;
    }
};

/// Splits `a.b.c` into identifiers; false if one is malformed. Numeric ones must not begin with 0 where `strict`.
bool parseIdentifiers(std::string_view text, bool strict, std::vector<std::string> &to)
{
    for (std::string_view rest = text;;) {
        const bool last = rest.find('.') == std::string_view::npos;
        const std::string_view part = takeUntil(rest, '.');
        if (!isIdentifier(part) || (strict && isNumeric(part) && part.size() > 1 && part.front() == '0'))
            return false;
        to.emplace_back(part);
        if (last)
            return true;
    }
}

std::optional<PartialVersion> PartialVersion::parse(std::string_view text)
{
    PartialVersion result;
    if (text.empty() || text.size() > 256)
        return std::nullopt;
    if (const std::size_t plus = text.find('+'); plus != std::string_view::npos) {
        std::vector<std::string> ignored;
        if (!parseIdentifiers(text.substr(plus + 1), false, ignored))
            return std::nullopt;
        text = text.substr(0, plus);
    }
    const std::size_t dash = text.find('-');
    std::string_view core = text.substr(0, dash);
    bool open = false; // an x was seen: what follows may only be x again
    for (std::size_t i = 0; i < 3; ++i) {
        const bool last = core.find('.') == std::string_view::npos;
        const std::string_view part = takeUntil(core, '.');
        if (part == "x" || part == "X" || part == "*") {
            open = true;
        } else {
            const auto number = parseNumber(part);
            if (!number || open)
                return std::nullopt;
            result.version.core[i] = *number;
            result.parts = i + 1;
        }
        if (last)
            break;
        if (i == 2)
            return std::nullopt;
    }
    if (dash != std::string_view::npos
        && (result.parts < 3 || !parseIdentifiers(text.substr(dash + 1), true, result.version.prerelease)))
        return std::nullopt;
    return result;
}

std::strong_ordering compareIdentifiers(std::string_view a, std::string_view b)
{
    if (isNumeric(a) != isNumeric(b))
        return isNumeric(a) ? std::strong_ordering::less : std::strong_ordering::greater;
    if (isNumeric(a) && a.size() != b.size())
        return a.size() <=> b.size();
    return a.compare(b) <=> 0;
}

} // namespace

std::optional<SemVer> SemVer::parse(std::string_view text)
{
    auto partial = PartialVersion::parse(text);
    if (!partial || partial->parts < 3)
        return std::nullopt;
    return std::move(partial->version);
}

std::strong_ordering SemVer::operator<=>(const SemVer &other) const
{
    if (core != other.core)
        return core <=> other.core;
    if (prerelease.empty() || other.prerelease.empty())
        return prerelease.empty() <=> other.prerelease.empty();
    for (std::size_t i = 0; i < std::min(prerelease.size(), other.prerelease.size()); ++i)
        if (const auto order = compareIdentifiers(prerelease[i], other.prerelease[i]); order != 0)
            return order;
    return prerelease.size() <=> other.prerelease.size();
}

bool SemVerRange::Comparator::holds(const SemVer &other) const
{
    const auto order = other <=> version;
    switch (bound) {
    case Bound::Less:
        return order < 0;
    case Bound::LessOrEqual:
        return order <= 0;
    case Bound::Greater:
        return order > 0;
    case Bound::GreaterOrEqual:
        return order >= 0;
    case Bound::Equal:
        break;
    }
    return order == 0;
}

bool SemVerRange::addComparator(Alternative &to, std::string_view op, std::string_view text)
{
    const auto partial = PartialVersion::parse(text);
    if (!partial)
        return false;
    const SemVer &version = partial->version;
    const std::size_t parts = partial->parts;
    const SemVer least{{0, 0, 0}, {"0"}};
    if (parts == 0) {
        if (op == "<" || op == ">")
            to.push_back({Bound::Less, least}); // nothing lies below or above everything
    } else if (op == "^" || op == "~") {
        std::size_t kept = std::min<std::size_t>(parts, 2);
        if (op == "^") {
            const auto nonZero = std::find_if(version.core.begin(), version.core.begin() + parts,
                                              [](std::uint64_t number) { return number != 0; });
            kept = std::min<std::size_t>(std::size_t(nonZero - version.core.begin()) + 1, parts);
        }
        to.push_back({Bound::GreaterOrEqual, version});
        to.push_back({Bound::Less, partial->after(kept)});
    } else if (op == ">=") {
        to.push_back({Bound::GreaterOrEqual, version});
    } else if (op == "<") {
        to.push_back({Bound::Less, parts < 3 ? SemVer{version.core, {"0"}} : version});
    } else if (op == ">") {
        if (parts == 3) {
            to.push_back({Bound::Greater, version});
        } else {
            to.push_back({Bound::GreaterOrEqual, SemVer{partial->after(parts).core, {}}});
        }
    } else if (op == "<=") {
        to.push_back(parts == 3 ? Comparator{Bound::LessOrEqual, version}
                                : Comparator{Bound::Less, partial->after(parts)});
    } else if (parts == 3) {
        to.push_back({Bound::Equal, version});
    } else {
        to.push_back({Bound::GreaterOrEqual, version});
        to.push_back({Bound::Less, partial->after(parts)});
    }
    return true;
}

std::optional<SemVerRange::Alternative> SemVerRange::parseAlternative(std::string_view text)
{
    constexpr std::string_view operators = "<>=^~";
    const auto skipSpaces = [&text] { text.remove_prefix(std::min(text.find_first_not_of(' '), text.size())); };
    Alternative alternative;
    bool any = false;
    for (skipSpaces(); !text.empty(); skipSpaces()) {
        const std::string_view op = text.substr(0, std::min(text.find_first_not_of(operators), text.size()));
        constexpr std::array<std::string_view, 8> known = {"", "=", "<", "<=", ">", ">=", "^", "~"};
        if (std::find(known.begin(), known.end(), op) == known.end())
            return std::nullopt;
        text.remove_prefix(op.size());
        skipSpaces();
        if (!addComparator(alternative, op, text.substr(0, text.find_first_of(" <>=^~"))))
            return std::nullopt;
        text.remove_prefix(std::min(text.find_first_of(" <>=^~"), text.size()));
        any = true;
    }
    if (!any)
        return std::nullopt;
    return alternative;
}

std::optional<SemVerRange> SemVerRange::parse(std::string_view text)
{
    if (text.size() > 1024)
        return std::nullopt;
    SemVerRange range;
    for (;;) {
        const std::size_t end = text.find("||");
        auto alternative = parseAlternative(text.substr(0, end));
        if (!alternative)
            return std::nullopt;
        range.m_alternatives.push_back(*std::move(alternative));
        if (end == std::string_view::npos)
            return range;
        text.remove_prefix(end + 2);
    }
}

bool SemVerRange::contains(const SemVer &version) const
{
    return std::any_of(m_alternatives.begin(), m_alternatives.end(), [&version](const Alternative &alternative) {
        const bool prereleaseWanted =
            std::any_of(alternative.begin(), alternative.end(), [&version](const Comparator &comparator) {
                return !comparator.version.prerelease.empty() && comparator.version.core == version.core;
            });
        return (version.prerelease.empty() || prereleaseWanted)
            && std::all_of(alternative.begin(), alternative.end(),
                           [&version](const Comparator &comparator) { return comparator.holds(version); });
    });
}

std::optional<bool> semVerInRange(std::string_view version, std::string_view range)
{
    const auto parsedVersion = SemVer::parse(version);
    const auto parsedRange = SemVerRange::parse(range);
    if (!parsedVersion || !parsedRange)
        return std::nullopt;
    return parsedRange->contains(*parsedVersion);
}

} // namespace cheetah
