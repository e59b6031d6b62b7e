// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cheetah {

/// The source of the functions that run inside Redis, in its parts (resources/redis), as it was built into the program. A
/// value; who loads it is RedisFunctions.
class RedisLibrary {
public:
    /// Of the data in Redis and of how its functions are called. It is part of the library's name, so that deployments of
    /// different versions may share a Redis: each calls its own.
    static constexpr int schema = 7;

    /// How Redis names a function of the library.
    static std::string functionName(std::string_view function);

    static RedisLibrary builtIn();

    /// Takes another text for one part, such as the clock that a test leads. The part must be there.
    void replace(std::string_view part, std::string source);
    /// What FUNCTION LOAD takes.
    std::string source() const;

private:
    struct Part {
        std::string name;
        std::string source;
    };
    std::vector<Part> m_parts; ///< in the order in which they stand in the source
};

} // namespace cheetah
