// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "wire/jsonvalue.h"

namespace cheetah {

/// What becomes of members that nobody asked for: requests refuse them, so that a misspelt option is not lost; hello,
/// report and everything a node says ignore them, so that older readers understand newer writers.
enum class UnknownMembers { Refused, Ignored };

/// One reading of a JSON tree into values: where it stands, and the first error.
class JsonReading {
public:
    explicit JsonReading(UnknownMembers unknown) : m_unknown(unknown) {}

    UnknownMembers unknown() const { return m_unknown; }
    bool ok() const { return !m_error; }
    const Error &error() const { return *m_error; }

    /// Refuses the present value as `bad_request`; `problem` is a short stable phrase such as `not text`.
    void fail(std::string_view problem);
    /// Refuses a member of the present object.
    void fail(std::string_view member, std::string_view problem);
    /// Refuses the present value with an error of its own, to which the place is added.
    void fail(Error error);

    /// Where the reading stands, such as `windows[3].title`; cleaned and cut for showing.
    std::string path() const;

    /// Stands in a member or element while alive. The name outlives it.
    class Step {
    public:
        Step(JsonReading &reading, std::string_view member) : m_reading(reading)
        {
            reading.m_path.push_back({member, 0});
        }
        Step(JsonReading &reading, std::size_t index) : m_reading(reading) { reading.m_path.push_back({{}, index}); }
        ~Step() { m_reading.m_path.pop_back(); }
        Step(const Step &) = delete;
        Step &operator=(const Step &) = delete;

    private:
        JsonReading &m_reading;
    };

private:
    struct Place {
        std::string_view member; ///< without data for an element
        std::size_t index;
    };

    const UnknownMembers m_unknown;
    std::optional<Error> m_error;
    std::vector<Place> m_path;
};

} // namespace cheetah
