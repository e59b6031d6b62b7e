// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/error.h"

#include <cassert>
#include <optional>
#include <utility>
#include <variant>

namespace cheetah {

/// A value or the Error that stood in its way. Nothing in the engine throws across a module's edge.
template <class T>
class [[nodiscard]] Result {
public:
    Result(T value) : m_state(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : m_state(std::in_place_index<1>, std::move(error)) {}
    Result(ErrorCode code) : m_state(std::in_place_index<1>, Error(code)) {}

    explicit operator bool() const { return m_state.index() == 0; }
    bool ok() const { return m_state.index() == 0; }

    T &value() &
    {
        assert(ok());
        return *std::get_if<0>(&m_state);
    }
    const T &value() const &
    {
        assert(ok());
        return *std::get_if<0>(&m_state);
    }
    T &&value() &&
    {
        assert(ok());
        return std::move(*std::get_if<0>(&m_state));
    }
    T &operator*() & { return value(); }
    const T &operator*() const & { return value(); }
    T &&operator*() && { return std::move(*this).value(); }
    T *operator->() { return &value(); }
    const T *operator->() const { return &value(); }

    const Error &error() const
    {
        assert(!ok());
        return *std::get_if<1>(&m_state);
    }

private:
    std::variant<T, Error> m_state;
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
