// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "registry/reply.h"

#include <memory>
#include <vector>

namespace cheetah {

/// Where the answers of registry steps come down, so that a step which is answered before its call returns needs no
/// continuation and no allocation. Owned by whoever makes the steps.
template <class T>
class Landing {
public:
    /// Where the answer of one step is waited for.
    class Place {
    public:
        Reply<T> then; ///< for who found no answer at once; takes it when it comes

    private:
        friend class Landing;
        void *caller = nullptr; ///< while the step's call has not returned
        void (*atOnce)(void *caller, Result<T> &&answer) = nullptr;
    };

    /// Makes a step: `call(continuation)`. Its answer goes to `atOnce(Result<T> &&)` if it comes before the call returns,
    /// and null is returned. Else the place, whose `then` the caller sets.
    template <class Call, class AtOnce>
    Place *step(Call &&call, AtOnce &&atOnce)
    {
        Place *place = take();
        place->caller = &atOnce;
        place->atOnce = [](void *caller, Result<T> &&answer) {
            (*static_cast<std::remove_reference_t<AtOnce> *>(caller))(std::move(answer));
        };
        call([this, place](Result<T> &&answer) { arrived(place, std::move(answer)); });
        if (std::exchange(place->caller, nullptr))
            return place;
        m_free.push_back(place);
        return nullptr;
    }

private:
    Place *take()
    {
        if (m_free.empty()) {
            m_places.push_back(std::make_unique<Place>());
            return m_places.back().get();
        }
        Place *place = m_free.back();
        m_free.pop_back();
        return place;
    }

    void arrived(Place *place, Result<T> &&answer)
    {
        if (void *caller = std::exchange(place->caller, nullptr))
            return place->atOnce(caller, std::move(answer));
        Reply<T> then = std::move(place->then);
        m_free.push_back(place);
        then(std::move(answer));
    }

    std::vector<std::unique_ptr<Place>> m_places;
    std::vector<Place *> m_free;
};

} // namespace cheetah
