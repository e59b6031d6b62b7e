// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "console/remotelink.h"
#include "console/threadeddeployment.h"

namespace cheetah {

/// A deployment seen over the console socket of one of its nodes. The socket, parsing and the building of the fleet have a
/// thread of their own, which the destructor joins.
class RemoteDeployment final : public ThreadedDeployment {
    Q_OBJECT

public:
    using Options = RemoteLink::Options;

    /// `clock` outlives it; it is used on both threads.
    RemoteDeployment(Options options, const Clock &clock, QObject *parent = nullptr);
    ~RemoteDeployment() override;

    void attach() override;
    void detach() override;
    void retryNow() override;

private:
    void askFleet() override;
    void askCall(CallId call, std::string method, std::string params) override;
    void askRoundTrip() override;
    void post(std::function<void(RemoteLink &)> work);

    std::unique_ptr<RemoteLink> m_link; ///< made, used and destroyed on the thread alone
    WorkerThread m_thread;
};

} // namespace cheetah
