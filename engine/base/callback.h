// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <new>
#include <type_traits>
#include <utility>

namespace cheetah {

template <class Signature>
class Callback;

/// A move-only function that keeps up to 64 bytes of captures without allocating: continuations are made at every step,
/// and std::function would allocate for each. Calling an empty one is undefined.
template <class R, class... Args>
class Callback<R(Args...)> {
    static constexpr std::size_t inlineBytes = 64;

    struct Operations {
        R (*call)(void *, Args &&...);
        void (*move)(void *from, void *to);
        void (*destroy)(void *);
    };

    template <class F>
    static constexpr bool fits = sizeof(F) <= inlineBytes && alignof(F) <= alignof(std::max_align_t)
                              && std::is_nothrow_move_constructible_v<F>;

    template <class F>
    static constexpr Operations inlineOperations = {
        [](void *self, Args &&...args) -> R { return (*static_cast<F *>(self))(std::forward<Args>(args)...); },
        [](void *from, void *to) {
            new (to) F(std::move(*static_cast<F *>(from)));
            static_cast<F *>(from)->~F();
        },
        [](void *self) { static_cast<F *>(self)->~F(); },
    };
    template <class F>
    static constexpr Operations heapOperations = {
        [](void *self, Args &&...args) -> R { return (**static_cast<F **>(self))(std::forward<Args>(args)...); },
        [](void *from, void *to) { *static_cast<F **>(to) = *static_cast<F **>(from); },
        [](void *self) { delete *static_cast<F **>(self); },
    };

public:
    Callback() = default;
    Callback(std::nullptr_t) {}

    template <class G, class F = std::decay_t<G>>
    requires(!std::is_same_v<F, Callback> && std::is_invocable_r_v<R, F &, Args...>) Callback(G &&function)
    {
        if constexpr (fits<F>) {
            new (m_storage) F(std::forward<G>(function));
            m_operations = &inlineOperations<F>;
        } else {
            *reinterpret_cast<F **>(m_storage) = new F(std::forward<G>(function));
            m_operations = &heapOperations<F>;
        }
    }

    Callback(Callback &&other) noexcept { take(other); }
    Callback &operator=(Callback &&other) noexcept
    {
        if (this != &other) {
            clear();
            take(other);
        }
        return *this;
    }
    ~Callback() { clear(); }

    explicit operator bool() const { return m_operations; }
    R operator()(Args &&...args) { return m_operations->call(m_storage, std::forward<Args>(args)...); }
    /// The same for arguments that the caller keeps.
    template <class... Given>
    requires(((std::is_lvalue_reference_v<Given> || std::is_const_v<Given>) || ...)) R operator()(Given &&...given)
    {
        return m_operations->call(m_storage, static_cast<Args>(std::forward<Given>(given))...);
    }

private:
    void take(Callback &other) noexcept
    {
        m_operations = std::exchange(other.m_operations, nullptr);
        if (m_operations)
            m_operations->move(other.m_storage, m_storage);
    }
    void clear()
    {
        if (m_operations)
            std::exchange(m_operations, nullptr)->destroy(m_storage);
    }

    const Operations *m_operations = nullptr;
    alignas(std::max_align_t) std::byte m_storage[inlineBytes];
};

} // namespace cheetah
