// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/words.h"

#include <QtWidgets/QWidget>

namespace cheetah::gui {

/// What the glyphs and patterns of the map mean: each with its word, in as many rows as the width needs. Owned by
/// TopologyView.
class TopologyLegend : public QWidget {
    Q_OBJECT

public:
    explicit TopologyLegend(const Theme &theme, QWidget *parent = nullptr);

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    void retranslate();

protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    struct Entry {
        Glyph glyph;
        Tone tone;
        QString word;
    };
    int rowHeight() const { return fontMetrics().height() * 3 / 2; }
    /// Calls `visit(const Entry &, QPoint)` with where each entry begins; gives the height of all.
    template <class Visit>
    int flow(int width, Visit visit) const;

    const Theme &m_theme;
    std::vector<Entry> m_entries;
};

} // namespace cheetah::gui
