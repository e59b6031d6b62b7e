// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtWidgets/QLayout>

#include <memory>
#include <vector>

namespace cheetah::gui {

/// Lays out widgets in rows like words of a text: what does not fit goes to the next row. From the right in right-to-left.
/// Or evenly: in columns of one width that fill the room, as many in each row as in the others where that works out.
class FlowLayout : public QLayout {
    Q_OBJECT

public:
    enum class Kind { Words, Columns };

    explicit FlowLayout(QWidget *parent = nullptr, Kind kind = Kind::Words);
    ~FlowLayout() override;

    void addItem(QLayoutItem *item) override;
    int count() const override { return int(m_items.size()); }
    QLayoutItem *itemAt(int index) const override;
    QLayoutItem *takeAt(int index) override;
    Qt::Orientations expandingDirections() const override { return {}; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSize() const override;
    void setGeometry(const QRect &rect) override;

private:
    /// Height of all rows; moves nothing unless told.
    int arrange(const QRect &rect, bool moves) const;
    int arrangeColumns(const QRect &room, bool moves) const;

    const Kind m_kind;
    std::vector<std::unique_ptr<QLayoutItem>> m_items;
};

} // namespace cheetah::gui
