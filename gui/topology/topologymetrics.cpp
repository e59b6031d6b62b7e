// SPDX-License-Identifier: GPL-3.0-or-later
#include "topology/topologymetrics.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace cheetah::gui {

namespace {

struct Step {
    int percent;
    Detail detail;
    double cellWidth, cellHeight; ///< in lines of text
};

constexpr std::array<Step, TopologyMetrics::steps> table = {{
    {10, Detail::Bars, 0, 0},
    {15, Detail::Heat, 0.38, 0.38},
    {25, Detail::Heat, 0.57, 0.57},
    {35, Detail::Heat, 0.82, 0.82},
    {50, Detail::Glyphs, 1.4, 1.4},
    {70, Detail::Glyphs, 1.9, 1.9},
    {85, Detail::Lines, 8.5, 1.75},
    {100, Detail::Cards, 11, 2.9},
    {125, Detail::Cards, 14, 3.1},
    {150, Detail::Cards, 18, 4.3},
}};

const Step &stepAt(int step)
{
    return table[std::size_t(std::clamp(step, 0, TopologyMetrics::steps - 1))];
}

} // namespace

int TopologyMetrics::percent(int step)
{
    return stepAt(step).percent;
}

TopologyMetrics TopologyMetrics::fitted(int width) const
{
    TopologyMetrics sizes = *this;
    if (detail < Detail::Lines)
        return sizes;
    const int inner = width - 2 * margin - 2 * bandPadding;
    const int extra = 2 * windowPadding + cellGap; // of a window beside its cells
    const double across = double(inner + windowGap) / (2 * cellWidth + extra + windowGap);
    const int windows = std::max(1, int(across + 0.12));
    const int window = (inner + windowGap) / windows - windowGap;
    const int stretched = (window - extra) / 2;
    sizes.cellWidth = std::clamp(stretched, cellWidth * 7 / 8, cellWidth * 3 / 2);
    sizes.cellWidth = std::max(1, std::min(sizes.cellWidth, inner - 2 * windowPadding));
    return sizes;
}

TopologyMetrics TopologyMetrics::at(int step, int line)
{
    const Step &row = stepAt(step);
    const auto lines = [line](double count) { return std::max(1, int(std::lround(count * line))); };
    TopologyMetrics sizes;
    sizes.detail = row.detail;
    sizes.line = line;
    sizes.margin = lines(0.6);
    sizes.groupHeader = lines(2.0);
    sizes.groupGap = lines(0.7);
    sizes.cellWidth = row.detail == Detail::Bars ? 0 : lines(row.cellWidth);
    sizes.cellHeight = row.detail == Detail::Bars ? lines(0.55) : lines(row.cellHeight);
    if (sizes.hasTiles()) {
        sizes.groupHeader = lines(1.7);
        sizes.groupGap = lines(0.4);
        sizes.bandHeader = lines(1.3);
        sizes.bandPadding = lines(0.3);
        sizes.bandGap = lines(0.35);
        sizes.tileWidth = lines(row.detail == Detail::Bars ? 9 : 12);
        sizes.windowPadding = row.detail == Detail::Bars ? 0 : std::max(2, lines(0.15));
        sizes.windowGap = std::max(2, lines(0.2));
        sizes.windowMinWidth = row.detail == Detail::Bars ? lines(2.4) : lines(0.8);
        sizes.cellGap = 1;
        return sizes;
    }
    sizes.bandHeader = lines(2.1);
    sizes.bandPadding = lines(0.6);
    sizes.bandGap = lines(0.6);
    sizes.windowTitle = lines(1.55);
    sizes.windowPadding = lines(0.35);
    sizes.windowGap = lines(0.6);
    sizes.windowMinWidth = lines(11);
    sizes.cellGap = std::max(2, lines(0.2));
    return sizes;
}

} // namespace cheetah::gui
