// SPDX-License-Identifier: GPL-3.0-or-later
#include "theme/theme.h"

#include "theme/glyphs.h"
#include "theme/style.h"

#include <QtCore/QFile>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtCore/QMetaEnum>
#include <QtCore/QScopedValueRollback>
#include <QtGui/QFontDatabase>
#include <QtGui/QFontMetricsF>
#include <QtGui/QPainter>
#include <QtSvg/QSvgRenderer>
#include <QtWidgets/QAbstractButton>
#include <QtWidgets/QApplication>

namespace cheetah::gui {

namespace {

constexpr std::array toneNames{"neutral", "ok", "info", "warn", "danger", "reserved", "muted", "accent"};
static_assert(toneNames.size() == toneCount);

QJsonObject readTheme(bool dark)
{
    QFile file(dark ? QStringLiteral(":/themes/dark.json") : QStringLiteral(":/themes/light.json"));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    return QJsonDocument::fromJson(file.readAll()).object();
}

/// Names are those of QPalette::ColorRole with a small first letter.
void setColors(QPalette &palette, const QList<QPalette::ColorGroup> &groups, const QJsonObject &colors)
{
    const QMetaEnum roles = QMetaEnum::fromType<QPalette::ColorRole>();
    for (auto entry = colors.begin(); entry != colors.end(); ++entry) {
        QString name = entry.key();
        name[0] = name[0].toUpper();
        bool known = false;
        const int role = roles.keyToValue(name.toLatin1().constData(), &known);
        for (const QPalette::ColorGroup group : groups) {
            if (known)
                palette.setColor(group, QPalette::ColorRole(role), QColor(entry.value().toString()));
        }
    }
}

} // namespace

Theme::Theme(QObject *parent)
    : QObject(parent), m_platformFont(QApplication::font()), m_glyphs(std::make_shared<GlyphCache>())
{
    QApplication::setStyle(new Style(*this));
    qApp->installEventFilter(this);
    reconsider();
}

Theme::~Theme()
{
    m_busy = true;
    QApplication::setFont(m_platformFont);
}

void Theme::setMode(ThemeMode mode)
{
    if (mode == m_mode)
        return;
    m_mode = mode;
    reconsider();
}

void Theme::setFontStep(int step)
{
    step = std::clamp(step, -2, 4);
    if (step == m_fontStep)
        return;
    m_fontStep = step;
    QFont font = m_platformFont;
    if (font.pointSizeF() > 0)
        font.setPointSizeF(std::max(5.0, font.pointSizeF() + step));
    else
        font.setPixelSize(std::max(7, font.pixelSize() + step));
    QApplication::setFont(font);
    emit changed();
}

QFont Theme::font(TextRole role) const
{
    QFont font = QApplication::font();
    const auto scale = [&font](qreal factor) {
        font.pointSizeF() > 0 ? font.setPointSizeF(font.pointSizeF() * factor)
                              : font.setPixelSize(qRound(font.pixelSize() * factor));
    };
    switch (role) {
    case TextRole::Body:
        break;
    case TextRole::Small:
        scale(0.9);
        break;
    case TextRole::Strong:
        font.setWeight(QFont::DemiBold);
        break;
    case TextRole::Heading:
        scale(1.15);
        font.setWeight(QFont::DemiBold);
        break;
    case TextRole::Title:
        scale(1.75);
        font.setWeight(QFont::DemiBold);
        break;
    case TextRole::Number:
        scale(1.9);
        break;
    case TextRole::Mono: {
        QFont mono = QFontDatabase::systemFont(QFontDatabase::FixedFont);
        if (font.pointSizeF() > 0)
            mono.setPointSizeF(font.pointSizeF());
        return mono;
    }
    }
    return font;
}

QIcon Theme::icon(Glyph glyph, Tone tone) const
{
    return QIcon(new GlyphEngine(*this, m_glyphs, glyph, tone));
}

void Theme::paint(QPainter &painter, const QRect &rect, Glyph glyph, Tone tone, bool enabled) const
{
    const qreal ratio = painter.device()->devicePixelRatioF();
    const int side = std::min(rect.width(), rect.height());
    QPixmap pixmap = m_glyphs->pixmap(glyph, qRound(side * ratio),
                                      enabled ? color(tone) : m_palette.color(QPalette::Disabled, QPalette::Text));
    pixmap.setDevicePixelRatio(ratio);
    painter.drawPixmap(QPoint(rect.x() + (rect.width() - side) / 2, rect.y() + (rect.height() - side) / 2), pixmap);
}

int Theme::space(qreal units)
{
    return qRound(QFontMetricsF(QApplication::font()).height() / 4 * units);
}

int Theme::iconSide()
{
    const int height = QFontMetrics(QApplication::font()).height();
    return std::max(16, (height + 1) / 2 * 2); // even, so that centred lines of glyphs stay on pixels
}

void Theme::setTone(QAbstractButton &button, Tone tone)
{
    button.setProperty(Style::toneProperty, int(tone));
    button.update();
}

QIcon Theme::programIcon()
{
    QIcon icon;
    for (const int side : {16, 22, 24, 32, 48, 64, 128, 256}) {
        QSvgRenderer renderer(side < 32 ? QStringLiteral(":/icons/cheetah-small.svg")
                                        : QStringLiteral(":/icons/cheetah.svg"));
        QImage image(side, side, QImage::Format_ARGB32_Premultiplied);
        image.fill(Qt::transparent);
        QPainter painter(&image);
        renderer.render(&painter);
        painter.end();
        icon.addPixmap(QPixmap::fromImage(image));
    }
    return icon;
}

QPalette Theme::platformPalette() const
{
    // Qt 6.4 tells it only while the application has no palette of its own.
    QApplication::setPalette(QPalette());
    return QGuiApplication::palette();
}

bool Theme::eventFilter(QObject *watched, QEvent *event)
{
    // A palette of ours keeps the first event from coming; the second one goes to windows.
    if (!m_busy
        && ((event->type() == QEvent::ApplicationPaletteChange && watched == qApp)
            || (event->type() == QEvent::ThemeChange && watched->isWindowType())))
        reconsider();
    return QObject::eventFilter(watched, event);
}

void Theme::reconsider()
{
    {
        const QScopedValueRollback<bool> busy(m_busy, true);
        m_dark = m_mode == ThemeMode::Dark;
        if (m_mode == ThemeMode::System) {
            const QPalette platform = platformPalette();
            m_dark = platform.color(QPalette::Window).lightnessF() < platform.color(QPalette::WindowText).lightnessF();
        }
    }
    apply();
}

void Theme::apply()
{
    const QScopedValueRollback<bool> busy(m_busy, true);
    const QJsonObject theme = readTheme(m_dark);
    m_palette = QPalette();
    setColors(m_palette, {QPalette::Active, QPalette::Inactive, QPalette::Disabled}, theme["palette"].toObject());
    setColors(m_palette, {QPalette::Inactive}, theme["inactive"].toObject());
    setColors(m_palette, {QPalette::Disabled}, theme["disabled"].toObject());
    const QJsonObject tones = theme["tones"].toObject();
    for (std::size_t tone = 0; tone < toneCount; ++tone) {
        const QJsonObject colors = tones[QLatin1String(toneNames[tone])].toObject();
        m_colors[tone] = QColor(colors["color"].toString());
        m_fills[tone] = QColor(colors["fill"].toString());
    }
    QApplication::setPalette(m_palette);
    emit changed();
}

} // namespace cheetah::gui
