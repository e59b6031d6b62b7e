// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/evidence.h"

#include <vector>

namespace cheetah {

/// The seeds' five questions and whether work may be repeated, answered from commands' evidence alone (SPEC D3). That a
/// context became idle, or how its lease ended, is no input of any of these.

/// Answers for one command.
EvidenceAnswers evidenceAnswers(const CommandRecord &record);

/// Answers for all commands of a task. `mayBeIncomplete`: the history dropped records, so that absence proves nothing and
/// every No becomes Unknown.
EvidenceAnswers evidenceAnswers(const std::vector<CommandRecord> &records, bool mayBeIncomplete);

/// Whether the effect of the command may be brought about again. `AskProduct`: evidence cannot tell, its own
/// reconciliation must.
RepeatVerdict mayRepeat(const CommandRecord &record, RepeatPolicy policy);

/// The same for a whole task: No if any of its commands says so, else AskProduct if any does.
RepeatVerdict mayRepeat(const std::vector<CommandRecord> &records, RepeatPolicy policy, bool mayBeIncomplete);

} // namespace cheetah
