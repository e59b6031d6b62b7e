// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGui/QColor>
#include <QtWidgets/QLineEdit>

namespace cheetah::gui {

/// A line to type into that can underline a part of its text. Owned by a FilterField.
class FilterEdit : public QLineEdit {
    Q_OBJECT

public:
    using QLineEdit::QLineEdit;

    /// A wave below these letters; length 0: none.
    void setMark(int position, int length, const QColor &color);
    /// Where the letter at `position` stands, from the left of the widget.
    int xOf(int position) const;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    int m_position = 0, m_length = 0;
    QColor m_color;
};

} // namespace cheetah::gui
