// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/error.h"

#include <cassert>
#include <optional>
#include <utility>

namespace cheetah {

/// A value or the Error that stood in its way. Nothing in the engine throws across a module's edge.
template <class T>
class [[nodiscard]] Result {
public:
    Result(const T &value) : m_value(value) {}
    Result(T &&value) : m_value(std::move(value)) {}
    /// A value to be filled in where it lies.
    explicit Result(std::in_place_t) : m_value(std::in_place) {}
    Result(Error error) : m_error(std::move(error)) {}
    Result(ErrorCode code) : m_error(Error(code)) {}

    explicit operator bool() const { return m_value.has_value(); }
    bool ok() const { return m_value.has_value(); }

    T &value() &
    {
        assert(ok());
        return *m_value;
    }
    const T &value() const &
    {
        assert(ok());
        return *m_value;
    }
    T &&value() &&
    {
        assert(ok());
        return std::move(*m_value);
    }
    T &operator*() & { return value(); }
    const T &operator*() const & { return value(); }
    T &&operator*() && { return std::move(*this).value(); }
    T *operator->() { return &value(); }
    const T *operator->() const { return &value(); }

    const Error &error() const
    {
        assert(!ok());
        return *m_error;
    }

private:
    // Exactly one of the two. A variant would move through a table of functions, and every step moves results.
    std::optional<T> m_value;
    std::optional<Error> m_error;
};

/// Success without a value, or an Error.
template <>
class [[nodiscard]] Result<void> {
public:
    Result() = default;
    Result(Error error) : m_error(std::move(error)) {}
    Result(ErrorCode code) : m_error(Error(code)) {}

    explicit operator bool() const { return !m_error; }
    bool ok() const { return !m_error; }
    const Error &error() const
    {
        assert(m_error);
        return *m_error;
    }

private:
    std::optional<Error> m_error;
};

} // namespace cheetah
