// SPDX-License-Identifier: GPL-3.0-or-later
// The style's measures and its small and complex controls.
#include "theme/style.h"

#include <QtGui/QPainter>
#include <QtWidgets/QAbstractScrollArea>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QStyleOption>

namespace cheetah::gui {

namespace {

bool has(const QStyleOption &option, QStyle::StateFlag flag)
{
    return option.state.testFlag(flag);
}

/// A chevron that points to where the primitive says.
void drawChevron(QPainter &painter, const QRect &rect, QStyle::PrimitiveElement element, const QColor &color)
{
    const qreal half = std::min({rect.width() / 2.0, rect.height() / 2.0, Theme::space(1.3) * 1.0});
    const qreal wide = half * 0.72, high = half * 0.36;
    QPolygonF line;
    switch (element) {
    case QStyle::PE_IndicatorArrowUp:
    case QStyle::PE_IndicatorSpinUp:
        line << QPointF(-wide, high) << QPointF(0, -high) << QPointF(wide, high);
        break;
    case QStyle::PE_IndicatorArrowLeft:
        line << QPointF(high, -wide) << QPointF(-high, 0) << QPointF(high, wide);
        break;
    case QStyle::PE_IndicatorArrowRight:
        line << QPointF(-high, -wide) << QPointF(high, 0) << QPointF(-high, wide);
        break;
    default:
        line << QPointF(-wide, -high) << QPointF(0, high) << QPointF(wide, -high);
    }
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(QRectF(rect).center());
    painter.setPen(QPen(color, 1.4, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPolyline(line);
    painter.restore();
}

} // namespace

void Style::drawIndicator(PrimitiveElement element, const QStyleOption &option, QPainter &painter) const
{
    const bool isEnabled = has(option, State_Enabled);
    if (element == PE_IndicatorHeaderArrow) {
        const auto *header = qstyleoption_cast<const QStyleOptionHeader *>(&option);
        if (header && header->sortIndicator != QStyleOptionHeader::None) // SortDown is ascending
            drawChevron(painter, option.rect,
                        header->sortIndicator == QStyleOptionHeader::SortDown ? PE_IndicatorArrowUp
                                                                              : PE_IndicatorArrowDown,
                        option.palette.color(QPalette::Text));
        return;
    }
    if (element != PE_IndicatorCheckBox && element != PE_IndicatorRadioButton
        && element != PE_IndicatorItemViewItemCheck)
        return drawChevron(painter, option.rect, element,
                           option.palette.color(isEnabled ? QPalette::Active : QPalette::Disabled, QPalette::Text));
    const bool isOn = has(option, State_On), isPartly = has(option, State_NoChange);
    const int side = std::min(option.rect.width(), option.rect.height());
    QRectF box(0, 0, side - 1, side - 1);
    box.moveCenter(QRectF(option.rect).center());
    const qreal corner = element == PE_IndicatorRadioButton ? side / 2.0 : 3;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const bool isFilled = isOn || isPartly;
    const QColor fill = isFilled ? option.palette.color(QPalette::Link) : option.palette.color(QPalette::Base);
    painter.setPen(isFilled ? QPen(fill, 1) : QPen(option.palette.color(QPalette::Dark), 1));
    painter.setBrush(fill);
    painter.drawRoundedRect(box, corner, corner);
    painter.setPen(QPen(option.palette.color(QPalette::Base), side / 8.0, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.translate(box.center());
    if (isPartly)
        painter.drawLine(QPointF(-side * 0.22, 0), QPointF(side * 0.22, 0));
    else if (isOn && element == PE_IndicatorRadioButton)
        painter.drawEllipse(QPointF(), side / 10.0, side / 10.0);
    else if (isOn)
        painter.drawPolyline(QPolygonF({{-side * 0.24, 0}, {-side * 0.07, side * 0.18}, {side * 0.25, -side * 0.18}}));
    painter.restore();
}

void Style::drawScrollBar(const QStyleOptionComplex &option, QPainter &painter, const QWidget *widget) const
{
    const auto *bar = qstyleoption_cast<const QStyleOptionSlider *>(&option);
    if (!bar)
        return;
    const QWidget *holder = widget && widget->parentWidget() ? widget->parentWidget()->parentWidget() : nullptr;
    const auto *area = qobject_cast<const QAbstractScrollArea *>(holder);
    const QPalette::ColorRole ground = area ? area->viewport()->backgroundRole() : QPalette::Base;
    painter.fillRect(option.rect, option.palette.color(ground));
    if (bar->minimum == bar->maximum)
        return;
    QRectF handle = subControlRect(CC_ScrollBar, &option, SC_ScrollBarSlider, widget);
    const bool isHeld = has(option, State_Sunken), isOver = has(option, State_MouseOver);
    const qreal margin = isOver || isHeld ? 2 : 3;
    handle.adjust(margin, margin, -margin, -margin);
    QColor color = option.palette.color(QPalette::Dark);
    color.setAlphaF(isHeld ? 1.F : isOver ? 0.85F : 0.55F);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    const qreal corner = std::min(handle.width(), handle.height()) / 2;
    painter.drawRoundedRect(handle, corner, corner);
    painter.restore();
}

QRect Style::subControlRect(ComplexControl control, const QStyleOptionComplex *option, SubControl subControl,
                            const QWidget *widget) const
{
    const auto *bar = qstyleoption_cast<const QStyleOptionSlider *>(option);
    if (control != CC_ScrollBar || !bar)
        return QProxyStyle::subControlRect(control, option, subControl, widget);
    // No buttons at the ends: the groove is the whole bar.
    const bool isHorizontal = bar->orientation == Qt::Horizontal;
    const int length = isHorizontal ? bar->rect.width() : bar->rect.height();
    const qint64 range = qint64(bar->maximum) - bar->minimum;
    int slider = length;
    if (range > 0) {
        const qint64 wanted = qint64(bar->pageStep) * length / (range + bar->pageStep);
        slider = std::clamp(int(wanted), std::min(length, pixelMetric(PM_ScrollBarSliderMin, option, widget)), length);
    }
    const int start =
        sliderPositionFromValue(bar->minimum, bar->maximum, bar->sliderPosition, length - slider, bar->upsideDown);
    int from = 0, size = 0;
    switch (subControl) {
    case SC_ScrollBarGroove:
        size = length;
        break;
    case SC_ScrollBarSlider:
        from = start;
        size = slider;
        break;
    case SC_ScrollBarSubPage:
        size = start;
        break;
    case SC_ScrollBarAddPage:
        from = start + slider;
        size = length - from;
        break;
    default:
        return {};
    }
    const QRect rect = isHorizontal ? QRect(bar->rect.left() + from, bar->rect.top(), size, bar->rect.height())
                                    : QRect(bar->rect.left(), bar->rect.top() + from, bar->rect.width(), size);
    return visualRect(bar->direction, bar->rect, rect);
}

void Style::drawComboBox(const QStyleOptionComplex &option, QPainter &painter, const QWidget *widget) const
{
    const auto *combo = qstyleoption_cast<const QStyleOptionComboBox *>(&option);
    if (!combo)
        return;
    if (combo->editable) {
        QStyleOptionFrame field;
        field.QStyleOption::operator=(option);
        field.lineWidth = 1;
        drawPrimitive(PE_PanelLineEdit, &field, &painter, widget);
    } else {
        QStyleOptionButton button;
        button.QStyleOption::operator=(option);
        button.state &= ~(State_On | State_Sunken);
        drawPrimitive(PE_PanelButtonCommand, &button, &painter, nullptr);
    }
    QStyleOption arrow = option;
    arrow.rect = subControlRect(CC_ComboBox, &option, SC_ComboBoxArrow, widget);
    drawPrimitive(PE_IndicatorArrowDown, &arrow, &painter, nullptr);
}

void Style::drawSpinBox(const QStyleOptionComplex &option, QPainter &painter, const QWidget *widget) const
{
    const auto *spin = qstyleoption_cast<const QStyleOptionSpinBox *>(&option);
    if (!spin)
        return;
    QStyleOptionFrame field;
    field.QStyleOption::operator=(option);
    field.lineWidth = 1;
    drawPrimitive(PE_PanelLineEdit, &field, &painter, nullptr);
    if (spin->buttonSymbols == QAbstractSpinBox::NoButtons)
        return;
    for (const SubControl which : {SC_SpinBoxUp, SC_SpinBoxDown}) {
        QStyleOption arrow = option;
        arrow.rect = subControlRect(CC_SpinBox, &option, which, widget);
        const bool canStep = spin->stepEnabled.testFlag(which == SC_SpinBoxUp ? QAbstractSpinBox::StepUpEnabled
                                                                              : QAbstractSpinBox::StepDownEnabled);
        arrow.state.setFlag(State_Enabled, has(option, State_Enabled) && canStep);
        drawPrimitive(which == SC_SpinBoxUp ? PE_IndicatorSpinUp : PE_IndicatorSpinDown, &arrow, &painter, nullptr);
    }
}

QSize Style::sizeFromContents(ContentsType type, const QStyleOption *option, const QSize &size,
                              const QWidget *widget) const
{
    QSize result = QProxyStyle::sizeFromContents(type, option, size, widget);
    const int least = std::max(24, Theme::space(6.4)); // what a finger or a tired hand hits
    switch (type) {
    case CT_PushButton:
        result.rwidth() += Theme::space(2);
        [[fallthrough]];
    case CT_ComboBox:
    case CT_LineEdit:
    case CT_SpinBox:
        result.setHeight(std::max(result.height(), least));
        break;
    case CT_ToolButton:
        result = result.expandedTo(QSize(least, least));
        break;
    case CT_MenuItem:
        if (const auto *item = qstyleoption_cast<const QStyleOptionMenuItem *>(option);
            item && item->menuItemType != QStyleOptionMenuItem::Separator)
            result.setHeight(std::max(result.height(), least));
        break;
    case CT_HeaderSection:
        result.setHeight(std::max(result.height(), least));
        break;
    default:
        break;
    }
    return result;
}

QRect Style::subElementRect(SubElement element, const QStyleOption *option, const QWidget *widget) const
{
    QRect rect = QProxyStyle::subElementRect(element, option, widget);
    const auto *frame = qstyleoption_cast<const QStyleOptionFrame *>(option);
    if (element == SE_LineEditContents && frame && frame->lineWidth > 0)
        rect.adjust(Theme::space(1), 0, -Theme::space(1), 0);
    return rect;
}

int Style::pixelMetric(PixelMetric metric, const QStyleOption *option, const QWidget *widget) const
{
    switch (metric) {
    case PM_ScrollBarExtent:
        return std::max(12, Theme::space(3));
    case PM_ScrollBarSliderMin:
        return Theme::space(7);
    case PM_SmallIconSize:
    case PM_ButtonIconSize:
    case PM_ToolBarIconSize:
    case PM_TabBarIconSize:
    case PM_ListViewIconSize:
        return Theme::iconSide();
    case PM_IndicatorWidth:
    case PM_IndicatorHeight:
    case PM_ExclusiveIndicatorWidth:
    case PM_ExclusiveIndicatorHeight:
        return std::max(15, Theme::space(4) | 1);
    case PM_TabBarTabHSpace:
        return Theme::space(6);
    case PM_TabBarTabVSpace:
        return Theme::space(3.5);
    case PM_TabBarTabOverlap:
    case PM_TabBarTabShiftHorizontal:
    case PM_TabBarTabShiftVertical:
    case PM_TabBarBaseOverlap:
    case PM_ToolBarFrameWidth:
    case PM_ButtonShiftHorizontal:
    case PM_ButtonShiftVertical:
        return 0;
    case PM_ToolBarItemMargin:
        return Theme::space(1);
    case PM_ToolBarItemSpacing:
        return Theme::space(0.5);
    case PM_MenuVMargin:
        return Theme::space(1);
    case PM_MenuBarItemSpacing:
        return Theme::space(0.5);
    case PM_TreeViewIndentation:
        return Theme::space(4.5);
    case PM_DockWidgetTitleMargin:
        return Theme::space(1.5);
    case PM_DockWidgetSeparatorExtent:
    case PM_SplitterWidth:
        return 5;
    default:
        return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

int Style::styleHint(StyleHint hint, const QStyleOption *option, const QWidget *widget, QStyleHintReturn *answer) const
{
    switch (hint) {
    case SH_EtchDisabledText:
    case SH_DitherDisabledText:
    case SH_DialogButtonBox_ButtonsHaveIcons:
    case SH_ComboBox_Popup:
        return 0;
    case SH_ItemView_ShowDecorationSelected:
        return 1;
    case SH_ToolTipLabel_Opacity:
        return 255;
    case SH_TabBar_Alignment:
        return Qt::AlignLeft;
    default:
        return QProxyStyle::styleHint(hint, option, widget, answer);
    }
}

QIcon Style::standardIcon(StandardPixmap icon, const QStyleOption *option, const QWidget *widget) const
{
    if (!m_theme)
        return QProxyStyle::standardIcon(icon, option, widget);
    switch (icon) {
    case SP_TitleBarCloseButton:
    case SP_DockWidgetCloseButton:
    case SP_DialogCloseButton:
        return m_theme->icon(Glyph::Close, Tone::Muted);
    case SP_TitleBarNormalButton:
        return m_theme->icon(Glyph::Window, Tone::Muted);
    case SP_LineEditClearButton:
        return m_theme->icon(Glyph::Clear, Tone::Muted);
    case SP_MessageBoxInformation:
        return m_theme->icon(Glyph::Info, Tone::Info);
    case SP_MessageBoxWarning:
        return m_theme->icon(Glyph::Warning, Tone::Warn);
    case SP_MessageBoxCritical:
        return m_theme->icon(Glyph::Error, Tone::Danger);
    case SP_MessageBoxQuestion:
        return m_theme->icon(Glyph::Help, Tone::Info);
    default:
        return QProxyStyle::standardIcon(icon, option, widget);
    }
}

} // namespace cheetah::gui
