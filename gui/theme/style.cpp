// SPDX-License-Identifier: GPL-3.0-or-later
#include "theme/style.h"

#include <QtGui/QPainter>
#include <QtGui/QPainterPath>
#include <QtWidgets/QAbstractButton>
#include <QtWidgets/QAbstractItemView>
#include <QtWidgets/QAbstractSpinBox>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QDockWidget>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QStyleOption>
#include <QtWidgets/QTreeView>

namespace cheetah::gui {

namespace {

constexpr qreal radius = 4;

bool has(const QStyleOption &option, QStyle::StateFlag flag)
{
    return option.state.testFlag(flag);
}

QColor role(const QStyleOption &option, QPalette::ColorRole which)
{
    return option.palette.color(which);
}

/// A surface with an outline of `width`, whose outer edge is the rectangle's.
void drawBox(QPainter &painter, const QRect &rect, const QBrush &fill, const QPen &outline, qreal corner = radius)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(fill);
    painter.setPen(outline);
    const qreal inset = outline.style() == Qt::NoPen ? 0 : outline.widthF() / 2;
    painter.drawRoundedRect(QRectF(rect).adjusted(inset, inset, -inset, -inset), corner, corner);
    painter.restore();
}

void drawFocus(QPainter &painter, const QRect &rect, const QStyleOption &option, qreal corner = radius)
{
    drawBox(painter, rect, Qt::NoBrush, QPen(role(option, QPalette::Link), 2), corner);
}

QColor between(const QColor &from, const QColor &to, float part)
{
    return QColor::fromRgbF(from.redF() + (to.redF() - from.redF()) * part,
                            from.greenF() + (to.greenF() - from.greenF()) * part,
                            from.blueF() + (to.blueF() - from.blueF()) * part);
}

/// The frame of what one types in.
void drawField(QPainter &painter, const QStyleOption &option)
{
    const bool isFocused = has(option, QStyle::State_HasFocus);
    drawBox(painter, option.rect, role(option, has(option, QStyle::State_Enabled) ? QPalette::Base : QPalette::Window),
            isFocused ? QPen(role(option, QPalette::Link), 2) : QPen(role(option, QPalette::Dark), 1));
}

std::optional<Tone> toneOf(const QWidget *widget)
{
    const QVariant tone = widget ? widget->property(Style::toneProperty) : QVariant();
    return tone.isValid() ? std::optional(Tone(tone.toInt())) : std::nullopt;
}

bool isDefault(const QStyleOption &option)
{
    const auto *button = qstyleoption_cast<const QStyleOptionButton *>(&option);
    return button && button->features.testFlag(QStyleOptionButton::DefaultButton);
}

} // namespace

Style::Style(const Theme &theme) : QProxyStyle(QStringLiteral("fusion")), m_theme(&theme) {}

void Style::drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
                          const QWidget *widget) const
{
    const QRect &rect = option->rect;
    switch (element) {
    case PE_FrameFocusRect:
        if (qobject_cast<const QAbstractItemView *>(widget))
            drawBox(*painter, rect, Qt::NoBrush, QPen(role(*option, QPalette::Link), 1), 2);
        else if (!qobject_cast<const QAbstractButton *>(widget) || !widget->inherits("QPushButton"))
            drawFocus(*painter, rect, *option, 3);
        return;
    case PE_PanelButtonCommand:
        return drawButton(*option, *painter, widget);
    case PE_PanelButtonTool:
        if (has(*option, State_Sunken) || has(*option, State_On))
            drawBox(*painter, rect, role(*option, QPalette::Light), QPen(role(*option, QPalette::Mid)));
        else if (has(*option, State_MouseOver) && has(*option, State_Enabled))
            drawBox(*painter, rect, role(*option, QPalette::Light), Qt::NoPen);
        if (has(*option, State_HasFocus))
            drawFocus(*painter, rect, *option);
        return;
    case PE_PanelLineEdit:
        // A spin box and a combo box frame the field that they contain.
        if (const auto *line = qstyleoption_cast<const QStyleOptionFrame *>(option); line && line->lineWidth > 0)
            drawField(*painter, *option);
        return;
    case PE_FrameLineEdit:
        return;
    case PE_IndicatorCheckBox:
    case PE_IndicatorRadioButton:
    case PE_IndicatorItemViewItemCheck:
        return drawIndicator(element, *option, *painter);
    case PE_IndicatorBranch:
        if (has(*option, State_Children)) {
            const int side = std::min({rect.width(), rect.height(), Theme::iconSide()});
            const bool isOpen = has(*option, State_Open);
            QRect middle(0, 0, side * 3 / 4, side * 3 / 4);
            middle.moveCenter(rect.center());
            QStyleOption arrow = *option;
            arrow.rect = middle;
            drawPrimitive(isOpen                                 ? PE_IndicatorArrowDown
                          : option->direction == Qt::RightToLeft ? PE_IndicatorArrowLeft
                                                                 : PE_IndicatorArrowRight,
                          &arrow, painter, nullptr);
        }
        return;
    case PE_IndicatorArrowDown:
    case PE_IndicatorArrowUp:
    case PE_IndicatorArrowLeft:
    case PE_IndicatorArrowRight:
    case PE_IndicatorHeaderArrow:
    case PE_IndicatorSpinUp:
    case PE_IndicatorSpinDown:
        return drawIndicator(element, *option, *painter);
    case PE_PanelItemViewRow:
        return drawRow(*option, *painter, widget, false);
    case PE_PanelItemViewItem:
        return drawRow(*option, *painter, widget, true);
    case PE_Frame:
        drawBox(*painter, rect, Qt::NoBrush,
                QPen(role(*option, has(*option, State_HasFocus) ? QPalette::Link : QPalette::Mid), 1), 3);
        return;
    case PE_FrameGroupBox:
        drawBox(*painter, rect, Qt::NoBrush, QPen(role(*option, QPalette::Mid), 1));
        return;
    case PE_FrameMenu:
        drawBox(*painter, rect, Qt::NoBrush, QPen(role(*option, QPalette::Mid), 1), 0);
        return;
    case PE_PanelMenu:
        painter->fillRect(rect, role(*option, QPalette::Midlight));
        return;
    case PE_PanelTipLabel:
        painter->fillRect(rect, role(*option, QPalette::ToolTipBase));
        drawBox(*painter, rect, Qt::NoBrush, QPen(role(*option, QPalette::Mid), 1), 0);
        return;
    case PE_FrameTabWidget:
    case PE_FrameTabBarBase:
    case PE_PanelStatusBar:
        painter->fillRect(QRect(rect.left(), rect.top(), rect.width(), 1), role(*option, QPalette::Mid));
        return;
    case PE_FrameStatusBarItem:
    case PE_FrameDockWidget:
    case PE_PanelMenuBar:
        return;
    case PE_IndicatorToolBarSeparator: {
        const bool isHorizontal = has(*option, State_Horizontal);
        const int gap = Theme::space(1);
        painter->fillRect(isHorizontal ? QRect(rect.center().x(), rect.top() + gap, 1, rect.height() - 2 * gap)
                                       : QRect(rect.left() + gap, rect.center().y(), rect.width() - 2 * gap, 1),
                          role(*option, QPalette::Mid));
        return;
    }
    case PE_IndicatorDockWidgetResizeHandle:
        return; // the docks' own edges are lines enough
    case PE_IndicatorTabClose:
        if (has(*option, State_MouseOver))
            drawBox(*painter, rect, role(*option, QPalette::Light), Qt::NoPen);
        return drawGlyph(*painter, rect.adjusted(2, 2, -2, -2), Glyph::Close, has(*option, State_Enabled));
    default:
        QProxyStyle::drawPrimitive(element, option, painter, widget);
    }
}

void Style::drawControl(ControlElement element, const QStyleOption *option, QPainter *painter,
                        const QWidget *widget) const
{
    switch (element) {
    case CE_PushButtonLabel: {
        const auto *button = qstyleoption_cast<const QStyleOptionButton *>(option);
        if (button && has(*option, State_Enabled) && (toneOf(widget) || isDefault(*option))) {
            QStyleOptionButton copy = *button;
            copy.palette.setColor(QPalette::ButtonText, role(*option, QPalette::Base));
            return QProxyStyle::drawControl(element, &copy, painter, widget);
        }
        break;
    }
    case CE_HeaderSection:
    case CE_HeaderEmptyArea:
        return drawHeader(*option, *painter);
    case CE_HeaderLabel:
        if (const auto *header = qstyleoption_cast<const QStyleOptionHeader *>(option); header && m_theme) {
            QStyleOptionHeader copy(*header);
            copy.state &= ~State_On; // the section of the current cell is not told by bold text
            copy.rect.adjust(Theme::space(1), 0, -Theme::space(1), 0); // it stands above the text of the cells
            copy.palette.setColor(QPalette::ButtonText, header->sortIndicator == QStyleOptionHeader::None
                                                            ? m_theme->color(Tone::Muted)
                                                            : role(*option, QPalette::Text));
            return QProxyStyle::drawControl(element, &copy, painter, widget);
        }
        break;
    case CE_TabBarTabShape:
        return drawTab(*option, *painter);
    case CE_TabBarTabLabel:
        if (const auto *tab = qstyleoption_cast<const QStyleOptionTab *>(option); tab && m_theme) {
            QStyleOptionTab copy(*tab);
            if (!has(*option, State_Selected) && has(*option, State_Enabled))
                copy.palette.setColor(QPalette::WindowText, m_theme->color(Tone::Muted));
            copy.state &= ~State_HasFocus; // drawn with the shape
            return QProxyStyle::drawControl(element, &copy, painter, widget);
        }
        break;
    case CE_MenuBarItem:
        if (const auto *item = qstyleoption_cast<const QStyleOptionMenuItem *>(option)) {
            painter->fillRect(option->rect, role(*option, QPalette::Window));
            if (has(*option, State_Selected))
                drawBox(*painter, option->rect.adjusted(1, 1, -1, -1), role(*option, QPalette::Light), Qt::NoPen);
            const int mnemonic =
                styleHint(SH_UnderlineShortcut, option, widget, nullptr) ? Qt::TextShowMnemonic : Qt::TextHideMnemonic;
            drawItemText(painter, option->rect, Qt::AlignCenter | Qt::TextSingleLine | mnemonic, option->palette,
                         has(*option, State_Enabled), item->text, QPalette::WindowText);
            return;
        }
        break;
    case CE_MenuBarEmptyArea:
        painter->fillRect(option->rect, role(*option, QPalette::Window));
        return;
    case CE_ToolBar:
        painter->fillRect(option->rect, role(*option, QPalette::Window));
        painter->fillRect(option->rect.left(), option->rect.bottom(), option->rect.width(), 1,
                          role(*option, QPalette::Mid));
        return;
    case CE_DockWidgetTitle:
        return drawDockTitle(*option, *painter, widget);
    case CE_Splitter: {
        const QPoint middle = option->rect.center();
        painter->fillRect(has(*option, State_Horizontal)
                              ? QRect(middle.x(), option->rect.top(), 1, option->rect.height())
                              : QRect(option->rect.left(), middle.y(), option->rect.width(), 1),
                          role(*option, QPalette::Mid));
        return;
    }
    case CE_ProgressBarGroove:
        drawBox(*painter, option->rect, role(*option, QPalette::Light), Qt::NoPen);
        return;
    case CE_ProgressBarContents:
        if (const auto *bar = qstyleoption_cast<const QStyleOptionProgressBar *>(option);
            bar && bar->maximum > bar->minimum && bar->state.testFlag(State_Horizontal)) {
            const double part = double(bar->progress - bar->minimum) / (double(bar->maximum) - bar->minimum);
            QRect done = option->rect;
            done.setWidth(int(std::clamp(part, 0.0, 1.0) * done.width()));
            QColor color = role(*option, QPalette::Link);
            color.setAlphaF(0.4F); // the text on it stays readable
            drawBox(*painter, visualRect(bar->direction, option->rect, done), color, Qt::NoPen);
            return;
        }
        break;
    default:
        break;
    }
    QProxyStyle::drawControl(element, option, painter, widget);
}

void Style::drawComplexControl(ComplexControl control, const QStyleOptionComplex *option, QPainter *painter,
                               const QWidget *widget) const
{
    switch (control) {
    case CC_ScrollBar:
        return drawScrollBar(*option, *painter, widget);
    case CC_ComboBox:
        return drawComboBox(*option, *painter, widget);
    case CC_SpinBox:
        return drawSpinBox(*option, *painter, widget);
    default:
        QProxyStyle::drawComplexControl(control, option, painter, widget);
    }
}

void Style::drawButton(const QStyleOption &option, QPainter &painter, const QWidget *widget) const
{
    const std::optional<Tone> tone = toneOf(widget);
    const bool isEnabled = has(option, State_Enabled), isFilled = isEnabled && (tone || isDefault(option));
    QColor fill = role(option, QPalette::Button);
    if (isFilled)
        fill = tone && m_theme ? m_theme->color(*tone) : role(option, QPalette::Link);
    const QColor plain = fill;
    if (has(option, State_Sunken) || has(option, State_On))
        fill = between(plain, role(option, QPalette::Text), isFilled ? 0.25F : 0.14F);
    else if (has(option, State_MouseOver) && isEnabled)
        fill = between(plain, role(option, QPalette::Text), isFilled ? 0.12F : 0.06F);
    const bool isFlat = qstyleoption_cast<const QStyleOptionButton *>(&option)
                     && static_cast<const QStyleOptionButton &>(option).features.testFlag(QStyleOptionButton::Flat);
    if (!isFlat || fill != plain)
        drawBox(painter, option.rect, fill,
                isFilled || isFlat ? QPen(Qt::NoPen)
                                   : QPen(role(option, isEnabled ? QPalette::Dark : QPalette::Mid), 1));
    if (!has(option, State_HasFocus))
        return;
    drawFocus(painter, option.rect, option);
    if (isFilled) // a ring of the same colour would not be seen
        drawBox(painter, option.rect.adjusted(2, 2, -2, -2), Qt::NoBrush, QPen(role(option, QPalette::Base), 1), 3);
}

void Style::drawRow(const QStyleOption &option, QPainter &painter, const QWidget *widget, bool isCell) const
{
    const auto *item = qstyleoption_cast<const QStyleOptionViewItem *>(&option);
    if (!item)
        return;
    const bool isSelected = has(option, State_Selected);
    const QPalette::ColorGroup group = !has(option, State_Enabled) ? QPalette::Disabled
                                     : has(option, State_Active)   ? QPalette::Active
                                                                   : QPalette::Inactive;
    const bool inTree = qobject_cast<const QTreeView *>(widget);
    if (isCell && item->backgroundBrush.style() != Qt::NoBrush)
        painter.fillRect(option.rect, item->backgroundBrush);
    else if (!isCell && item->features.testFlag(QStyleOptionViewItem::Alternate))
        painter.fillRect(option.rect, option.palette.color(group, QPalette::AlternateBase));
    if (isSelected)
        painter.fillRect(option.rect, option.palette.color(group, QPalette::Highlight));
    else if (has(option, State_MouseOver) && isCell) {
        QColor hover = role(option, QPalette::Text);
        hover.setAlphaF(0.045F);
        painter.fillRect(option.rect, hover);
    }
    // A bar at the row's beginning, so that selection is not told by a colour alone.
    const bool begins = inTree ? !isCell
                               : isCell
                                     && (item->viewItemPosition == QStyleOptionViewItem::Beginning
                                         || item->viewItemPosition == QStyleOptionViewItem::OnlyOne);
    if (isSelected && begins) {
        const bool isRightToLeft = option.direction == Qt::RightToLeft;
        painter.fillRect(QRect(isRightToLeft ? option.rect.right() - 2 : option.rect.left(), option.rect.top(), 3,
                               option.rect.height()),
                         option.palette.color(group, group == QPalette::Active ? QPalette::Link : QPalette::Dark));
    }
}

void Style::drawTab(const QStyleOption &option, QPainter &painter) const
{
    const auto *tab = qstyleoption_cast<const QStyleOptionTab *>(&option);
    if (!tab)
        return;
    const QRect &rect = option.rect;
    const bool isSelected = has(option, State_Selected);
    painter.fillRect(rect, role(option, QPalette::Window));
    if (has(option, State_MouseOver) && !isSelected && has(option, State_Enabled))
        drawBox(painter, rect.adjusted(2, 3, -2, -4), role(option, QPalette::Light), Qt::NoPen);
    QRect line(rect.left(), rect.bottom() - 1, rect.width(), 2);
    if (tab->shape == QTabBar::RoundedSouth || tab->shape == QTabBar::TriangularSouth)
        line.moveTop(rect.top());
    else if (tab->shape == QTabBar::RoundedWest || tab->shape == QTabBar::TriangularWest)
        line = QRect(rect.right() - 1, rect.top(), 2, rect.height());
    else if (tab->shape == QTabBar::RoundedEast || tab->shape == QTabBar::TriangularEast)
        line = QRect(rect.left(), rect.top(), 2, rect.height());
    if (isSelected)
        painter.fillRect(line, role(option, QPalette::Link));
    if (has(option, State_HasFocus))
        drawFocus(painter, rect.adjusted(2, 3, -2, -4), option);
}

void Style::drawHeader(const QStyleOption &option, QPainter &painter) const
{
    const QRect &rect = option.rect;
    painter.fillRect(rect, role(option, QPalette::Midlight));
    if (has(option, State_MouseOver) && has(option, State_Enabled))
        painter.fillRect(rect, role(option, QPalette::Light));
    const QColor line = role(option, QPalette::Mid);
    painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), line);
    if (qstyleoption_cast<const QStyleOptionHeader *>(&option)) {
        const int gap = rect.height() / 4;
        const int edge = option.direction == Qt::RightToLeft ? rect.left() : rect.right();
        painter.fillRect(QRect(edge, rect.top() + gap, 1, rect.height() - 2 * gap), line);
    }
}

void Style::drawDockTitle(const QStyleOption &option, QPainter &painter, const QWidget *widget) const
{
    const auto *dock = qstyleoption_cast<const QStyleOptionDockWidget *>(&option);
    if (!dock)
        return;
    painter.fillRect(option.rect, role(option, QPalette::Window));
    painter.fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1),
                     role(option, QPalette::Mid));
    const QRect text = subElementRect(SE_DockWidgetTitleBarText, &option, widget);
    painter.save();
    QFont font = painter.font();
    font.setWeight(QFont::DemiBold);
    painter.setFont(font);
    const QString title = painter.fontMetrics().elidedText(dock->title, Qt::ElideRight, text.width());
    QPalette palette = option.palette;
    if (m_theme)
        palette.setColor(QPalette::WindowText, m_theme->color(Tone::Muted));
    drawItemText(&painter, text, Qt::AlignLeading | Qt::AlignVCenter | Qt::TextSingleLine | Qt::TextHideMnemonic,
                 palette, true, title, QPalette::WindowText);
    painter.restore();
}

void Style::drawGlyph(QPainter &painter, const QRect &rect, Glyph glyph, bool enabled) const
{
    if (m_theme)
        m_theme->paint(painter, rect, glyph, Tone::Neutral, enabled);
}

} // namespace cheetah::gui
