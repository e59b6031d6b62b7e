// SPDX-License-Identifier: Apache-2.0
#include "node/listenerwatch.h"

namespace cheetah {

namespace {

constexpr Micros interval = Seconds(1);

} // namespace

void ListenerWatch::start(Subject subject)
{
    m_subject = subject;
    if (m_subject.isPublic) {
        m_advertised = m_readiness.addWarning("advertised_url");
        if (m_subject.isAdvertised)
            m_advertised.pass();
        else
            m_advertised.fail(Error(ErrorCode::BadSetting, {{"setting", "advertised-url"},
                                                            {"value", "empty"},
                                                            {"wanted", "the URL at which others reach this node"}}),
                              "set_advertised_url");
    }
    if (!m_subject.tls)
        return;
    m_certificate = m_readiness.addWarning("certificate");
    look();
}

void ListenerWatch::look()
{
    m_subject.tls->reloadIfChanged();
    tell();
    m_timer = m_scheduler.after(interval, [this] { look(); });
}

void ListenerWatch::reload()
{
    if (!m_subject.tls)
        return;
    m_subject.tls->reload();
    tell();
}

void ListenerWatch::tell()
{
    if (const auto &problem = m_subject.tls->problem())
        m_certificate.fail(*problem, "repair_certificate");
    else
        m_certificate.pass();
}

} // namespace cheetah
