// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "programs/cheetahctl/command.h"

namespace cheetah {

/// Every command, in the order of the help.
const std::vector<Command> &commands();
/// The command whose one or two words stand first in `words`, which it takes away; null if there is none.
const Command *takeCommand(std::vector<std::string> &words);
/// What `--help` prints for the program, and for one command.
std::string programHelp();
std::string commandHelp(const Command &command);

// What the commands do; each gives the exit status.
int runStatus(Invocation &);
int runContexts(Invocation &);
int runWindows(Invocation &);
int runClients(Invocation &);
int runAssignments(Invocation &);
int runWaiters(Invocation &);
int runEvents(Invocation &);
int runTop(Invocation &);
int runConfig(Invocation &);
int runNodes(Invocation &);
int runDeploymentShow(Invocation &);

int runAcquire(Invocation &);
int runRenew(Invocation &);
int runRelease(Invocation &);
int runSend(Invocation &);
int runEvidence(Invocation &);
int runExplain(Invocation &);

int runDisconnect(Invocation &);
int runDrainClient(Invocation &);
int runDrainWindow(Invocation &);
int runDrainNode(Invocation &);
int runForceRelease(Invocation &);
int runSettle(Invocation &);
int runDeploymentSet(Invocation &);

int runTokenAdd(Invocation &);
int runTokenList(Invocation &);
int runTokenRemove(Invocation &);

} // namespace cheetah
