// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "delivery/dispatcherhealth.h"
#include "wire/fields.h"

namespace cheetah {

template <class V>
void fields(V &visit, FieldsOf<V, DeliveryHealthSample> &s)
{
    visit.required("admitted", s.admitted);
    visit.required("sent", s.sent);
    visit.required("acknowledged", s.acknowledged);
    visit.required("results", s.results);
    visit.required("errors", s.errors);
    visit.required("fenced", s.fenced);
    visit.required("expired", s.expired);
    visit.required("unknown", s.unknown);
    visit.required("refused", s.refused);
    visit.required("cancelled", s.cancelled);
    visit.required("admittedRate", s.admittedRate);
    visit.required("sentRate", s.sentRate);
    visit.required("acknowledgedRate", s.acknowledgedRate);
    visit.required("endedRate", s.endedRate);
    visit.required("queued", s.queued);
    visit.required("ackP50Us", std::int64_t(s.ackP50.count()));
    visit.required("ackP95Us", std::int64_t(s.ackP95.count()));
    visit.required("ackP99Us", std::int64_t(s.ackP99.count()));
}

/// One health sample on the console stream.
struct HealthMessage {
    RegistryTime at;
    DeliveryHealthSample sample;
};
template <class V>
void fields(V &visit, FieldsOf<V, HealthMessage> &m)
{
    visit.required("atUs", m.at);
    fields(visit, m.sample);
}

} // namespace cheetah
