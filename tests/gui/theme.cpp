// SPDX-License-Identifier: Apache-2.0
#include "theme/theme.h"

#include "support/guitest.h"
#include "theme/glyphs.h"

#include <QtCore/QFile>
#include <QtGui/QPainter>
#include <QtWidgets/QPushButton>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <set>

namespace cheetah::gui {
namespace {

constexpr ThemeMode bothModes[] = {ThemeMode::Light, ThemeMode::Dark};

std::array<double, 3> linear(const QColor &color)
{
    const auto one = [](double value) {
        return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
    };
    return {one(color.redF()), one(color.greenF()), one(color.blueF())};
}

double luminance(const QColor &color)
{
    const auto [red, green, blue] = linear(color);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/// As WCAG 2 defines it.
double contrast(const QColor &one, const QColor &other)
{
    const double a = luminance(one), b = luminance(other);
    return (std::max(a, b) + 0.05) / (std::min(a, b) + 0.05);
}

using Matrix = std::array<std::array<double, 3>, 3>;

/// What a person sees (Machado, Oliveira and Fernandes 2009, full severity), in CIELAB.
std::array<double, 3> seen(const QColor &color, const Matrix &eye)
{
    const auto rgb = linear(color);
    std::array<double, 3> v{};
    for (std::size_t i = 0; i < 3; ++i)
        v[i] = std::clamp(eye[i][0] * rgb[0] + eye[i][1] * rgb[1] + eye[i][2] * rgb[2], 0.0, 1.0);
    const auto f = [](double t) { return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116; };
    const double x = f((0.4124 * v[0] + 0.3576 * v[1] + 0.1805 * v[2]) / 0.95047);
    const double y = f(0.2126 * v[0] + 0.7152 * v[1] + 0.0722 * v[2]);
    const double z = f((0.0193 * v[0] + 0.1192 * v[1] + 0.9505 * v[2]) / 1.08883);
    return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

TEST(Theme, TextInEveryToneIsReadableWhereverItStands)
{
    Theme theme;
    for (const ThemeMode mode : bothModes) {
        theme.setMode(mode);
        const QPalette &palette = theme.palette();
        for (int i = 0; i < toneCount; ++i) {
            const QColor text = theme.color(Tone(i));
            for (const QPalette::ColorRole role : {QPalette::Base, QPalette::AlternateBase, QPalette::Window,
                                                   QPalette::Midlight, QPalette::ToolTipBase, QPalette::Highlight})
                EXPECT_GE(contrast(text, palette.color(role)), 4.5)
                    << "tone " << i << " on role " << role << " mode " << int(mode);
            EXPECT_GE(contrast(text, palette.color(QPalette::Inactive, QPalette::Highlight)), 4.5) << "tone " << i;
            EXPECT_GE(contrast(text, theme.fill(Tone(i))), 4.5) << "tone " << i << " on its fill, mode " << int(mode);
            EXPECT_GE(contrast(palette.color(QPalette::Text), theme.fill(Tone(i))), 4.5) << "text on fill " << i;
        }
        EXPECT_GE(contrast(palette.color(QPalette::PlaceholderText), palette.color(QPalette::Base)), 4.5);
        EXPECT_GE(contrast(palette.color(QPalette::PlaceholderText), palette.color(QPalette::Window)), 4.5);
        EXPECT_GE(contrast(palette.color(QPalette::ButtonText), palette.color(QPalette::Button)), 4.5);
        EXPECT_GE(contrast(palette.color(QPalette::ToolTipText), palette.color(QPalette::ToolTipBase)), 4.5);
        EXPECT_GE(contrast(palette.color(QPalette::HighlightedText), palette.color(QPalette::Highlight)), 4.5);
    }
}

TEST(Theme, FocusAndOutlinesAreSeen)
{
    Theme theme;
    for (const ThemeMode mode : bothModes) {
        theme.setMode(mode);
        const QPalette &palette = theme.palette();
        for (const QPalette::ColorRole surface :
             {QPalette::Base, QPalette::Window, QPalette::Button, QPalette::Highlight})
            EXPECT_GE(contrast(palette.color(QPalette::Link), palette.color(surface)), 3.0) << surface;
        for (const QPalette::ColorRole surface : {QPalette::Base, QPalette::Window})
            EXPECT_GE(contrast(palette.color(QPalette::Dark), palette.color(surface)), 3.0) << surface;
    }
}

TEST(Theme, StatesKeepApartForColourBlindEyes)
{
    const Matrix eyes[] = {
        {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
        {{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}},
        {{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}},
        {{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}},
    };
    const Tone states[] = {Tone::Ok, Tone::Accent, Tone::Warn, Tone::Danger, Tone::Reserved, Tone::Muted};
    Theme theme;
    for (const ThemeMode mode : bothModes) {
        theme.setMode(mode);
        for (const Matrix &eye : eyes) {
            for (const Tone one : states) {
                for (const Tone other : states) {
                    if (one >= other)
                        continue;
                    const auto a = seen(theme.color(one), eye), b = seen(theme.color(other), eye);
                    EXPECT_GE(std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]), 12)
                        << int(one) << " and " << int(other) << " in mode " << int(mode) << " eye " << (&eye - eyes);
                }
            }
        }
    }
}

TEST(Theme, EveryGlyphHasItsOwnPicture)
{
    GlyphCache glyphs;
    for (const int side : {16, 24, 32}) {
        std::set<QByteArray> pictures;
        for (int i = 0; i < glyphCount; ++i) {
            const QString file = QStringLiteral(":/icons/%1.svg").arg(fileName(Glyph(i)));
            EXPECT_TRUE(QFile::exists(file)) << qPrintable(file);
            const QImage image =
                glyphs.pixmap(Glyph(i), side, Qt::black).toImage().convertToFormat(QImage::Format_Alpha8);
            QByteArray alpha;
            int inked = 0;
            for (int y = 0; y < image.height(); ++y) {
                alpha.append(reinterpret_cast<const char *>(image.constScanLine(y)), image.width());
                for (int x = 0; x < image.width(); ++x)
                    inked += image.constScanLine(y)[x] > 127;
            }
            EXPECT_GT(inked, side / 4) << qPrintable(file);
            EXPECT_TRUE(pictures.insert(alpha).second) << qPrintable(file) << " looks like another at " << side;
        }
    }
}

TEST(Theme, IconsAreTintedCrispAndFollowTheTheme)
{
    Theme theme;
    theme.setMode(ThemeMode::Light);
    const QIcon icon = theme.icon(Glyph::StateAssigned, Tone::Danger);
    const auto middle = [&icon](QIcon::Mode mode) {
        const QPixmap pixmap = icon.pixmap(QSize(16, 16), 2.0, mode);
        EXPECT_EQ(pixmap.size(), QSize(32, 32));
        EXPECT_EQ(pixmap.devicePixelRatio(), 2.0);
        return pixmap.toImage().pixelColor(16, 16);
    };
    EXPECT_EQ(middle(QIcon::Normal), theme.color(Tone::Danger));
    EXPECT_EQ(middle(QIcon::Disabled), theme.palette().color(QPalette::Disabled, QPalette::Text));
    theme.setMode(ThemeMode::Dark);
    EXPECT_EQ(middle(QIcon::Normal), theme.color(Tone::Danger)) << "the same icon, without being taken anew";
    EXPECT_EQ(icon.pixmap(QSize(16, 16), 1.5).width(), 24);
}

class ThemeOnDesktop : public Theme {
public:
    QPalette desktop;

protected:
    QPalette platformPalette() const override { return desktop; }
};

TEST(Theme, SystemFollowsTheDesktopWhileItIsChosen)
{
    ThemeOnDesktop theme;
    const auto desktopTurns = [&theme](bool dark) {
        theme.desktop.setColor(QPalette::Window, dark ? Qt::black : Qt::white);
        theme.desktop.setColor(QPalette::WindowText, dark ? Qt::white : Qt::black);
        QEvent event(QEvent::ApplicationPaletteChange);
        QCoreApplication::sendEvent(&testgui::app(), &event);
    };
    int changes = 0;
    QObject::connect(&theme, &Theme::changed, &theme, [&changes] { ++changes; });
    desktopTurns(true);
    EXPECT_TRUE(theme.isDark());
    EXPECT_EQ(QApplication::palette().color(QPalette::Base), theme.palette().color(QPalette::Base));
    EXPECT_GE(changes, 1);
    desktopTurns(false);
    EXPECT_FALSE(theme.isDark());
    theme.setMode(ThemeMode::Light);
    desktopTurns(true);
    EXPECT_FALSE(theme.isDark());
    theme.setMode(ThemeMode::System);
    EXPECT_TRUE(theme.isDark());
}

TEST(Theme, TextGrowsAndShrinksWithinLimits)
{
    Theme theme;
    const qreal before = QApplication::font().pointSizeF();
    theme.setFontStep(2);
    EXPECT_EQ(QApplication::font().pointSizeF(), before + 2);
    EXPECT_EQ(theme.font(TextRole::Body).pointSizeF(), before + 2);
    theme.setFontStep(1000);
    EXPECT_EQ(theme.fontStep(), 4);
    theme.setFontStep(0);
    EXPECT_EQ(QApplication::font().pointSizeF(), before);
}

TEST(Theme, ControlsAreLargeEnoughToHit)
{
    Theme theme;
    QPushButton button(QStringLiteral("x"));
    EXPECT_GE(button.sizeHint().height(), 24);
    EXPECT_GE(button.sizeHint().width(), 24);
}

TEST(Theme, TheProgramHasItsIconAtEverySize)
{
    Theme theme;
    const QIcon icon = Theme::programIcon();
    for (const int side : {16, 22, 24, 32, 48, 64, 128, 256}) {
        const QImage image = icon.pixmap(QSize(side, side)).toImage();
        ASSERT_EQ(image.width(), side);
        EXPECT_GT(image.pixelColor(side / 2, side * 2 / 5).alpha(), 200) << side;
    }
}

} // namespace
} // namespace cheetah::gui
