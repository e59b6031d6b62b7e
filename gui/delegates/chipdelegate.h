// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "delegates/celldelegate.h"
#include "theme/theme.h"

#include <QtGui/QPixmap>

#include <map>

namespace cheetah::gui {

/// Draws a state as the chip that it is everywhere: glyph and word on a soft colour. Cells without GlyphRole are plain text.
class ChipDelegate final : public CellDelegate {
    Q_OBJECT

public:
    explicit ChipDelegate(const Theme &theme, QObject *parent = nullptr);

    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

protected:
    void paintContent(QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;

private:
    static constexpr std::size_t mostPictures = 64;

    struct Chip {
        Glyph glyph;
        Tone tone;
        QString word;
        QSize room;
        qreal ratio;
    };
    struct Less {
        bool operator()(const Chip &a, const Chip &b) const
        {
            return std::tuple(a.glyph, a.tone, a.room.width(), a.room.height(), a.ratio, a.word)
                 < std::tuple(b.glyph, b.tone, b.room.width(), b.room.height(), b.ratio, b.word);
        }
    };
    QPixmap draw(const Chip &chip, const QStyleOptionViewItem &option) const;

    const Theme &m_theme;
    mutable std::map<Chip, QPixmap, Less> m_pictures; ///< there are few different ones, and many cells
};

} // namespace cheetah::gui
