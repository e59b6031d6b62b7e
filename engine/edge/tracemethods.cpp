// SPDX-License-Identifier: Apache-2.0
#include "edge/methods.h"
#include "wire/jsonwriter.h"

namespace cheetah {

namespace {

struct NoParams {};
template <class V>
void fields(V &, FieldsOf<V, NoParams> &)
{}

std::string tracesJson(const Tracer *tracer)
{
    const TraceCounts counts = tracer ? tracer->counts() : TraceCounts();
    std::string text;
    JsonWriter out(text);
    out.beginObject().member("tracing", tracer != nullptr).member("exported", counts.exported);
    out.member("queued", counts.queued).key("dropped").beginObject();
    out.member("queueFull", counts.queueFull).member("rejected", counts.rejected);
    out.member("unreachable", counts.unreachable).member("unsent", counts.unsent).endObject().endObject();
    return text;
}

} // namespace

void addTraceMethods(MethodTable &table, const Tracer *tracer)
{
    table.add({"traces",
               {AccessScope::Viewer},
               allRoles,
               WorkKind::Finishing,
               true,
               decoded<NoParams>([tracer](const Caller &caller, NoParams, const Scope &, MethodReply reply) {
                   if (!caller.principal.user.empty())
                       return reply(Error(ErrorCode::Forbidden, {{"scope", "a token for all users"}}));
                   reply(tracesJson(tracer));
               })});
}

} // namespace cheetah
