// SPDX-License-Identifier: Apache-2.0
#include "wire/jsonreading.h"

#include "wire/texthygiene.h"

namespace cheetah {

namespace {

constexpr std::size_t pathLength = 200;

} // namespace

void JsonReading::fail(std::string_view problem)
{
    fail(Error(ErrorCode::BadRequest,
               {{"problem", std::string(problem)}, {"reason", path() + ": " + std::string(problem)}}));
}

void JsonReading::fail(std::string_view member, std::string_view problem)
{
    const Step step(*this, member);
    fail(problem);
}

void JsonReading::fail(Error error)
{
    if (m_error)
        return;
    error.params.insert(error.params.begin(), {"field", path()});
    m_error = std::move(error);
}

std::string JsonReading::path() const
{
    std::string text;
    for (const auto &[member, index] : m_path) {
        if (member.data())
            text.append(text.empty() ? "" : ".").append(member);
        else
            text.append("[").append(std::to_string(index)).append("]");
    }
    return cleanText(text, pathLength);
}

} // namespace cheetah
