// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtWidgets/QLabel>

namespace cheetah::gui {

/// Plain text from anywhere in as many lines as it needs, up to a few; also what has no spaces, such as a URL, is broken.
/// What does not fit ends with an ellipsis. Fits into any width.
class WrappedText : public QLabel {
    Q_OBJECT

public:
    explicit WrappedText(int mostLines = 4, QWidget *parent = nullptr);

    /// Greyed: it was so.
    void setFaded(bool faded);
    void setColor(const QColor &color); ///< invalid: the palette's
    /// Of one line, with room above and below; more lines have the same room.
    void setLeast(int height);

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    /// Lays the text out in `width`; draws it if there is a painter. Its height.
    int lay(int width, QPainter *painter) const;

    const int m_mostLines;
    QColor m_color;
    bool m_isFaded = false;
    int m_least = 0;
};

} // namespace cheetah::gui
