// SPDX-License-Identifier: GPL-3.0-or-later
#include "theme/theme.h"

#include <QtWidgets/QApplication>
#include <QtWidgets/QStyle>

namespace cheetah::gui {

Theme::Theme(QObject *parent) : QObject(parent)
{
    platformChanged();
}

void Theme::setMode(ThemeMode mode)
{
    m_mode = mode;
    platformChanged();
}

QColor Theme::color(Tone) const
{
    return m_palette.color(QPalette::Text);
}

QColor Theme::fill(Tone) const
{
    return m_palette.color(QPalette::AlternateBase);
}

QIcon Theme::icon(Glyph, Tone) const
{
    return {};
}

void Theme::platformChanged()
{
    m_dark = m_mode == ThemeMode::Dark;
    apply();
}

void Theme::apply()
{
    m_palette = QApplication::style()->standardPalette();
    emit changed();
}

} // namespace cheetah::gui
