// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "registry/reply.h"

#include <memory>
#include <optional>
#include <vector>

namespace cheetah {

/// Where the answers of registry steps come down, so that a step which is answered before its call returns needs no
/// continuation and no allocation. Owned by whoever makes the steps; a place is taken for one step and given back with
/// its answer.
template <class T>
class Landing {
public:
    struct Place {
        std::optional<Result<T>> answer;
        Reply<T> then; ///< set once the caller found no answer; takes it when it comes
    };

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

    /// The step's answer came.
    void arrived(Place *place, Result<T> &&answer)
    {
        if (!place->then) {
            place->answer.emplace(std::move(answer));
            return;
        }
        Reply<T> then = std::move(place->then);
        giveBack(place);
        then(std::move(answer));
    }

    /// For who found the answer there already, once it was used.
    void giveBack(Place *place)
    {
        place->answer.reset();
        m_free.push_back(place);
    }

private:
    std::vector<std::unique_ptr<Place>> m_places;
    std::vector<Place *> m_free;
};

} // namespace cheetah
