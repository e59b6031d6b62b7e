// SPDX-License-Identifier: Apache-2.0
#include "redis/redislibrary.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace cheetah {

namespace {

constexpr std::pair<std::string_view, std::string_view> embedded[] = {
#include "redis/embeddedlibrary.h"
};

/// What all others use, in this order.
constexpr std::string_view first[] = {"names", "clock", "slice", "step"};

/// What registers the functions comes last.
int rank(std::string_view part)
{
    const auto found = std::find(std::begin(first), std::end(first), part);
    const int last = int(std::size(first)) + 1;
    return part == "functions" ? last : int(found - std::begin(first));
}

std::string libraryName()
{
    return "cheetah" + std::to_string(RedisLibrary::schema);
}

bool isForAll(std::string_view part)
{
    return rank(part) < int(std::size(first));
}

} // namespace

std::string RedisLibrary::functionName(std::string_view function)
{
    return libraryName().append("_").append(function);
}

RedisLibrary RedisLibrary::builtIn()
{
    RedisLibrary library;
    for (const auto &[part, source] : embedded)
        library.m_parts.push_back({std::string(part), std::string(source)});
    std::sort(library.m_parts.begin(), library.m_parts.end(), [](const Part &a, const Part &b) {
        return std::pair(rank(a.name), a.name) < std::pair(rank(b.name), b.name);
    });
    return library;
}

void RedisLibrary::replace(std::string_view part, std::string source)
{
    const auto found =
        std::find_if(m_parts.begin(), m_parts.end(), [&](const Part &known) { return known.name == part; });
    assert(found != m_parts.end());
    found->source = std::move(source);
}

std::string RedisLibrary::source() const
{
    std::string source = "#!lua name=" + libraryName() + "\nlocal library = '" + functionName("") + "'\n";
    for (const Part &part : m_parts) // Lua allows 200 locals at one time
        source += isForAll(part.name) ? part.source : "do\n" + part.source + "end\n";
    return source;
}

} // namespace cheetah
