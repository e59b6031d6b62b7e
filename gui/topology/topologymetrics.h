// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace cheetah::gui {

/// How much of a tab is told, from far away to near.
enum class Detail {
    Bars,   ///< a window is one bar of the states of its tabs
    Heat,   ///< a tab is a small square whose colour and shape tell its state
    Glyphs, ///< a tab is a square with the glyph of its state, and its lease
    Lines,  ///< with its title
    Cards,  ///< with task, time left and what else there is to say
};

/// Sizes of the map at one step of zoom, in pixels that do not depend on the device. All come from the height of a line of
/// text, so that the map grows with the font. Plain value.
struct TopologyMetrics {
    static constexpr int steps = 10;
    static constexpr int normal = 7;

    /// `line` is the height of a line of text; steps out of range are taken as the nearest one.
    static TopologyMetrics at(int step, int line);
    /// Cells as wide as fits the width best, so that windows of two columns fill a band from edge to edge. Only where
    /// cells carry text.
    TopologyMetrics fitted(int width) const;
    /// What a step is called, in percent of the normal size.
    static int percent(int step);

    /// Whether clients stand side by side instead of each across the whole width.
    bool hasTiles() const { return detail <= Detail::Heat; }
    bool hasTitles() const { return detail >= Detail::Glyphs; }
    /// Whether tabs have a place of their own.
    bool hasCells() const { return detail >= Detail::Heat; }
    int cellStepX() const { return cellWidth + cellGap; }
    int cellStepY() const { return cellHeight + cellGap; }

    Detail detail = Detail::Cards;
    int line = 16;
    int margin = 0; ///< around everything
    int groupHeader = 0, groupGap = 0;
    int bandHeader = 0, bandPadding = 0, bandGap = 0;
    int tileWidth = 0; ///< least width of a client among others in its row
    int windowTitle = 0, windowPadding = 0, windowGap = 0, windowMinWidth = 0;
    int cellWidth = 0, cellHeight = 0, cellGap = 0;
};

} // namespace cheetah::gui
