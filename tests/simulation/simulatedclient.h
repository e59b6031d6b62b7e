// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simulation/simulatednode.h"

namespace cheetah::simulation {

/// A browser with its client program: windows and tabs that it and a person open and close, reports that come late, twice,
/// out of order or not at all, commands that it carries out, forgets or answers late. It is honest all the same: what a
/// report at the seq that it names shows or leaves out is so (SPEC W13). Owned by the simulation.
class SimulatedClient {
public:
    struct Setup {
        ClientName name;
        Metadata metadata;
        CapacityLimits limits;
    };
    SimulatedClient(const SimulatedNode::World &world, std::vector<std::unique_ptr<SimulatedNode>> &nodes, Setup setup);

    /// Does one thing by chance.
    void act();
    /// From now on it only does what it is asked, at once, and stays connected.
    void calm();

    // From the node, over `pipe`.
    void welcomed(const std::shared_ptr<Pipe> &pipe, const Welcome &welcome);
    void reportRefused(ErrorCode reason);
    void command(const CommandFrame &frame);
    void cancelCommand(const CommandId &command);
    void resultKept(const CommandId &command);
    void provisionAsked(const std::shared_ptr<Pipe> &pipe, std::int64_t query, const ProvisionId &provision);
    void closed(const std::shared_ptr<Pipe> &pipe, ErrorCode reason);

    const ClientName &name() const { return m_setup.name; }
    Lane &lane() { return m_lane; }
    std::uint64_t created() const { return m_created; }
    std::uint64_t epochs() const { return m_epochs; }

private:
    void connect();
    void connectLater(Micros delay);
    void leave(bool quietly);
    void startEpoch();
    void restartOnSocket();
    void sendHello();

    // A person, and pages.
    void personActs();
    void openTab(bool ours, const ProvisionId &provision, const WindowId &window, const ContextId &opener);
    WindowId openWindow(bool isolated, const ProvisionId &provision);
    ReportedContext *anyTab();
    ReportedContext *findTab(const ContextId &id);
    void closeTab(const ContextId &id);

    void changed();
    void sendReport();
    void carry(const Report &report);
    void repeatOldReport();
    void keepAlive();

    void carryOut(const CommandId &command);
    void answer(const CommandFrame &frame, std::optional<Error> error, std::uint64_t seq);
    void sendResult(const CommandId &command);
    void sendResults();
    bool perform(const CommandFrame &frame, std::uint64_t &seq);
    SimulatedNode *anyNode();

    const SimulatedNode::World m_world;
    std::vector<std::unique_ptr<SimulatedNode>> &m_nodes;
    const Setup m_setup;
    Lane m_lane;
    Random &m_random;
    bool m_calm = false;

    std::uint64_t m_epochs = 0;
    Epoch m_epoch;
    std::uint64_t m_seq = 0;
    bool m_everReported = false;
    std::vector<ReportedWindow> m_windows;
    std::uint64_t m_tabs = 0, m_created = 0;
    std::map<CommandId, CommandFrame> m_pending;   ///< asked, and neither done nor given up
    std::map<CommandId, IncomingResult> m_results; ///< until told that they are kept
    std::vector<Report> m_sent;                    ///< the last ones, of other epochs too

    std::shared_ptr<Pipe> m_pipe;
    bool m_welcomed = false;
    bool m_connecting = false;
    Scheduler::Timer m_reportTimer, m_keepAliveTimer, m_connectTimer;
};

} // namespace cheetah::simulation
