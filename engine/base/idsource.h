// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace cheetah {

/// Where ids and randomness come from. Injected, so that simulation repeats itself from a seed.
class IdSource {
public:
    virtual ~IdSource() = default;
    /// Uniform 64 bits.
    virtual std::uint64_t random() = 0;
    /// A new id of 22 characters [A-Za-z0-9_-] that nobody else made: 128 bits.
    std::string unique();
};

/// The operating system's randomness; ids cannot be guessed.
class SystemIdSource final : public IdSource {
public:
    std::uint64_t random() override;
};

/// Repeatable numbers from a seed; for simulation and tests.
class SeededIdSource final : public IdSource {
public:
    explicit SeededIdSource(std::uint64_t seed) : m_state(seed ? seed : 1) {}
    std::uint64_t random() override;

private:
    std::uint64_t m_state;
};

} // namespace cheetah
