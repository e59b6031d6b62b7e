// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/wrappedtext.h"

#include <QtGui/QPainter>
#include <QtGui/QTextLayout>
#include <QtWidgets/QStyle>

namespace cheetah::gui {

WrappedText::WrappedText(int mostLines, QWidget *parent) : QLabel(parent), m_mostLines(mostLines)
{
    setTextFormat(Qt::PlainText);
    QSizePolicy policy(QSizePolicy::Ignored, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void WrappedText::setFaded(bool faded)
{
    m_isFaded = faded;
    update();
}

void WrappedText::setColor(const QColor &color)
{
    m_color = color;
    update();
}

void WrappedText::setLeast(int height)
{
    m_least = height;
    updateGeometry();
}

int WrappedText::heightForWidth(int width) const
{
    return lay(width, nullptr);
}

QSize WrappedText::sizeHint() const
{
    const int width = std::min(fontMetrics().horizontalAdvance(text()) + 1, fontMetrics().averageCharWidth() * 40);
    return {width, lay(width, nullptr)};
}

QSize WrappedText::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 4, std::max(m_least, fontMetrics().height())};
}

int WrappedText::lay(int width, QPainter *painter) const
{
    const int lineHeight = fontMetrics().height(), room = std::max(0, m_least - lineHeight);
    QTextLayout layout(text(), font());
    QTextOption option(QStyle::visualAlignment(layoutDirection(), Qt::AlignLeft));
    option.setTextDirection(layoutDirection());
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    layout.beginLayout();
    int lines = 0;
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        const int top = room / 2 + lines * lineHeight;
        line.setLineWidth(std::max(width, 1));
        const bool isCut = ++lines == m_mostLines && line.textStart() + line.textLength() < text().size();
        if (painter && isCut)
            painter->drawText(QRect(0, top, width, lineHeight), option.alignment() | Qt::AlignVCenter,
                              fontMetrics().elidedText(text().mid(line.textStart()), Qt::ElideRight, width));
        else if (painter)
            line.draw(painter, QPointF(0, top));
        if (isCut)
            break;
    }
    layout.endLayout();
    return std::max(lines, 1) * lineHeight + room;
}

void WrappedText::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setPen(m_isFaded           ? palette().color(QPalette::Disabled, QPalette::Text)
                   : m_color.isValid() ? m_color
                                       : palette().color(QPalette::Text));
    lay(width(), &painter);
}

} // namespace cheetah::gui
