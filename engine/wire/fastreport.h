// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "wire/reportreader.h"

#include <memory>

namespace cheetah {

/// The fast pass of ReportReader. It answers false for whatever it does not take without doubt: what is wrong, and what
/// is right but unusual (escapes in keys and ids, nulls, params before the method). Then nothing that it wrote counts.
class FastReport {
public:
    FastReport();
    ~FastReport();

    bool readFrame(std::string_view frame, const ReportLimits &limits, Report &report, ReportFrame &found);
    bool readBody(std::string_view body, const ReportLimits &limits, Report &report, ReportFrame &found);
    /// Where in the input the value of `windows` begins, after a read that succeeded.
    std::size_t windowsOffset() const;

private:
    class Pass;
    std::unique_ptr<Pass> m_pass;
};

} // namespace cheetah
