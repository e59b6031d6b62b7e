// SPDX-License-Identifier: Apache-2.0
#include "node/demosample.h"

#include "wire/jsonwalker.h"

namespace cheetah {

template <class V>
void fields(V &visit, FieldsOf<V, DemoSample::Client> &client)
{
    fields(visit, client.hello);
    visit.required("windows", client.windows);
    visit.defaulted("away", client.away);
    visit.defaulted("draining", client.draining);
}

template <class V>
void fields(V &visit, FieldsOf<V, DemoSample::Job> &job)
{
    fields(visit, job.request);
    visit.defaulted("weight", job.weight);
    visit.defaulted("shortestMs", asMs(job.shortest));
    visit.defaulted("longestMs", asMs(job.longest));
}

template <class V>
void fields(V &visit, FieldsOf<V, DemoSample::Page> &page)
{
    visit.required("title", page.title);
    visit.required("url", page.url);
}

template <class V>
void fields(V &visit, FieldsOf<V, DemoSample> &sample)
{
    visit.required("clients", sample.clients);
    visit.required("jobs", sample.jobs);
    visit.required("pages", sample.pages);
    visit.defaulted("tasks", sample.tasks);
}

Result<DemoSample> DemoSample::parse(std::string_view json)
{
    const auto parsed = parseJson(json);
    if (!parsed)
        return parsed.error();
    auto sample = fromJson<DemoSample>(*parsed);
    if (!sample)
        return sample.error();
    if (sample->clients.empty() || sample->jobs.empty() || sample->pages.empty())
        return Error(ErrorCode::BadRequest, {{"reason", "a demo needs clients, jobs and pages"}});
    for (Job &job : sample->jobs)
        job.label = job.request.task.text();
    return sample;
}

} // namespace cheetah
