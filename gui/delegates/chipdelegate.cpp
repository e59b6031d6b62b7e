// SPDX-License-Identifier: GPL-3.0-or-later
#include "delegates/chipdelegate.h"

#include "delegates/cellroles.h"
#include "widgets/statechip.h"

#include <QtGui/QPainter>

namespace cheetah::gui {

ChipDelegate::ChipDelegate(const Theme &theme, QObject *parent) : CellDelegate(parent), m_theme(theme)
{
    connect(&theme, &Theme::changed, this, [this] { m_pictures.clear(); });
}

QSize ChipDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const QString word = index.data(Qt::DisplayRole).toString();
    return {StateChip::widthFor(option.fontMetrics, word) + margin(option), option.fontMetrics.height()};
}

void ChipDelegate::paintContent(QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const QVariant glyph = index.data(GlyphRole);
    if (!glyph.isValid())
        return CellDelegate::paintContent(painter, option, index);
    const int side = margin(option) / 2;
    const QRect room = option.rect.adjusted(side, 1, -side, -1);
    const Chip chip{Glyph(glyph.toInt()), Tone(index.data(ToneRole).toInt()), index.data(Qt::DisplayRole).toString(),
                    room.size(), painter.device()->devicePixelRatioF()};
    if (room.isEmpty())
        return;
    auto found = m_pictures.find(chip);
    if (found == m_pictures.end()) {
        if (m_pictures.size() >= mostPictures)
            m_pictures.clear();
        found = m_pictures.emplace(chip, draw(chip, option)).first;
    }
    painter.drawPixmap(room.topLeft(), found->second);
}

QPixmap ChipDelegate::draw(const Chip &chip, const QStyleOptionViewItem &option) const
{
    QPixmap picture(chip.room * chip.ratio);
    picture.setDevicePixelRatio(chip.ratio);
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    painter.setFont(option.font);
    StateChip::paint(painter, m_theme, QRect(QPoint(), chip.room), chip.glyph, chip.word, chip.tone, option.direction);
    return picture;
}

} // namespace cheetah::gui
