// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "console/threadeddeployment.h"
#include "node/localengine.h"

namespace cheetah {

/// A deployment whose one node runs in this process, on a thread of its own (SPEC G1). It shows and does what a remote one
/// does, with an operator's rights. detach() takes the node down in order and tells `stopping` and `detached`; the
/// destructor does not wait for that order, but joins the thread.
class LocalDeployment : public ThreadedDeployment {
    Q_OBJECT

public:
    /// `clock` is used on both threads; unset: the machine's.
    explicit LocalDeployment(EmbeddedNodeOptions options, std::shared_ptr<const Clock> clock = {},
                             QObject *parent = nullptr);
    ~LocalDeployment() override;

    void attach() override;
    void detach() override;

    /// Where programs of this account find tokens for the node; its address stands in identity().
    const std::filesystem::path &tokenFile() const { return m_tokenFile; }

private:
    LocalDeployment(EmbeddedNodeOptions options, const std::shared_ptr<const Clock> &clock, QObject *parent, int);
    void askFleet() override;
    void askCall(CallId call, std::string method, std::string params) override;
    void askRoundTrip() override;
    void post(std::function<void(LocalEngine &)> work);

    const std::filesystem::path m_tokenFile;
    const std::shared_ptr<const Clock> m_clock;
    std::unique_ptr<LocalEngine> m_engine; ///< made, used and destroyed on the thread alone
    WorkerThread m_thread;
};

} // namespace cheetah
