// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "node/localdeployment.h"

namespace cheetah {

/// A demo: a real node that listens to nothing, whose clients and tasks are played from a sample
/// (resources/samples/demo.json) and a seed. Everything that is asked of it is truly done, to the played fleet. Refused
/// with the sample's error, if that cannot be read. `actor`: who sits here, for its journal.
std::unique_ptr<LocalDeployment> makeDemoDeployment(std::string sample, std::uint64_t seed, std::string actor, Log log,
                                                    QObject *parent = nullptr);

} // namespace cheetah
