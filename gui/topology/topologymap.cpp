// SPDX-License-Identifier: GPL-3.0-or-later
#include "topology/topologymap.h"

#include "actions/actions.h"
#include "actions/pendingactions.h"
#include "session/session.h"
#include "topology/topologyaccessible.h"
#include "topology/topologycard.h"
#include "topology/topologyminimap.h"

#include <QtGui/QPaintEvent>
#include <QtWidgets/QScrollBar>

namespace cheetah::gui {

namespace {

using Kind = TopologySpot::Kind;

constexpr int cardDelayMs = 600;
constexpr int secondMs = 1000, closeMs = 250;
constexpr Micros closeTime = Seconds(10);
/// Beyond this many separate pieces a painting costs more for its clipping than it saves.
constexpr int mostPieces = 24;

/// What is to be drawn again, in coordinates of the map: exactly, or where there are many pieces, what encloses them.
class Pieces {
public:
    explicit Pieces(const QRect &sight) : m_sight(sight) {}

    void add(const QRect &rect)
    {
        const QRect seen = rect & m_sight;
        if (seen.isEmpty())
            return;
        m_bounds |= seen;
        if (++m_count <= mostPieces)
            m_region += seen;
    }
    /// In the viewport.
    QRegion region() const
    {
        return (m_count <= mostPieces ? m_region : QRegion(m_bounds)).translated(0, -m_sight.top());
    }

private:
    const QRect m_sight;
    QRegion m_region;
    QRect m_bounds;
    int m_count = 0;
};

} // namespace

TopologyMap::TopologyMap(Workspace &workspace, QWidget *parent)
    : QAbstractScrollArea(parent),
      m_workspace(workspace),
      m_store(workspace.session.fleet()),
      m_selection(m_store.fleet(), m_layout, workspace.session.selection()),
      m_words(m_store, m_layout, workspace.session.pending()),
      m_ink(workspace.theme),
      m_painter(m_store, m_layout, m_words, m_ink),
      m_filter(m_store),
      m_card(new TopologyCard(this)),
      m_minimap(new TopologyMinimap(*this, m_ink))
{
    installTopologyAccessibility();
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);
    setContextMenuPolicy(Qt::DefaultContextMenu);
    viewport()->setMouseTracking(true);
    viewport()->setBackgroundRole(QPalette::Window);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    viewport()->grabGesture(Qt::PinchGesture);
    m_card->hide();
    m_minimap->hide();
    m_tick.setSingleShot(true);
    m_cardDelay.setSingleShot(true);
    m_cardDelay.setInterval(cardDelayMs);
    m_autoScroll.setInterval(30);
    connect(&m_tick, &QTimer::timeout, this, &TopologyMap::tick);
    connect(&m_cardDelay, &QTimer::timeout, this, &TopologyMap::showCard);
    connect(&m_autoScroll, &QTimer::timeout, this, [this] { dragTo(m_dragAt); });
    connect(&m_filter, &TopologyFilter::changed, this, &TopologyMap::takeMatches);
    connect(&m_store, &FleetStore::changed, this, &TopologyMap::take);
    connect(&m_store, &FleetStore::pausedChanged, this, [this](bool paused) {
        m_frozenAt = paused ? m_store.now() : RegistryTime();
        tick();
    });
    connect(&workspace.session.pending(), &PendingActions::underWayChanged, this, &TopologyMap::takeUnderWay);
    connect(&workspace.session.selection(), &Selection::changed, this, &TopologyMap::takeSelection);
    connect(&workspace.session.deployment(), &Deployment::stateChanged, this, &TopologyMap::takeConnection);
    takeConnection();
    m_selection.resolve();
}

TopologyMap::~TopologyMap() = default;

QSize TopologyMap::sizeHint() const
{
    return QSize(60, 40) * fontMetrics().height() / 2;
}

RegistryTime TopologyMap::now() const
{
    if (m_isStale)
        return m_workspace.session.deployment().asOf();
    return m_frozenAt.isSet() ? m_frozenAt : m_store.now();
}

// The fleet

void TopologyMap::take(const FleetBatch &batch)
{
    if (!isVisible()) {
        m_isBehind = true;
        return;
    }
    if (batch.whole)
        return rebuild();
    takeRows(batch);
}

/// Takes the fleet as it is, whatever was known of it.
void TopologyMap::rebuild()
{
    m_isBehind = false;
    m_hovered = {};
    hideCard();
    endDrag(false);
    m_filter.reset();
    relayOut();
    m_selection.resolve();
    refreshCursor();
    emit matchesChanged();
}

void TopologyMap::relayOut()
{
    const Anchor anchor = m_anchor;
    TopologyLayout::Options options;
    options.width = std::max(1, viewport()->width());
    options.metrics = TopologyMetrics::at(m_zoom, fontMetrics().height()).fitted(options.width);
    options.byUser = m_byUser;
    options.order = m_order;
    m_layout.reset(fleet(), options, m_onlyMatches && m_filter.isActive() ? &m_filter.byWindow() : nullptr);
    restore(anchor);
    afterMove();
}

void TopologyMap::afterMove()
{
    ++m_layoutNumber;
    viewport()->update();
    updateMinimap();
    scheduleTick();
    emit moved();
}

void TopologyMap::takeRows(const FleetBatch &batch)
{
    const Anchor anchor = m_anchor;
    const std::vector<Slot> windows = m_filter.apply(batch);
    bool isMoved = m_layout.apply(fleet(), batch);
    if (m_onlyMatches && !windows.empty()) {
        bool isOther = false;
        for (const Slot window : windows)
            if (const Slot client = fleet().window(window).client; client != noSlot)
                isOther = m_layout.check(fleet(), client) || isOther;
        if (isOther)
            m_layout.place();
        isMoved = isMoved || isOther;
    }
    if (batch.contexts.isStructural() || batch.windows.isStructural() || batch.clients.isStructural()) {
        m_selection.resolve();
        refreshCursor();
        m_hovered = {};
        if (m_card->isVisible() && m_layout.rect(fleet(), m_cardSpot).isNull())
            hideCard();
    }
    if (isMoved) {
        restore(anchor);
        afterMove();
    } else if (batch.drains) {
        viewport()->update();
    } else {
        repaintChanged(batch);
    }
    announceChange(batch);
    if (m_filter.isActive() && (!windows.empty() || batch.contexts.isStructural()))
        emit matchesChanged();
    if (!m_tick.isActive())
        scheduleTick();
}

/// Only what is in sight.
void TopologyMap::repaintChanged(const FleetBatch &batch)
{
    const QRect sight = visible();
    Pieces pieces(sight);
    const auto add = [&pieces](const QRect &rect) { pieces.add(rect); };
    for (const Slot slot : batch.clients.changed) {
        const TopologyLayout::Band *band = m_layout.band(slot);
        if (!band)
            continue;
        add(m_layout.groupHeader(band->group));
        if (band->rect.intersects(sight))
            add(m_layout.bandHeader(*band));
    }
    for (const Slot slot : batch.windows.changed) {
        const TopologyLayout::Band *band = m_layout.band(fleet().window(slot).client);
        if (!band || !band->rect.intersects(sight))
            continue;
        if (const TopologyLayout::Box *box = m_layout.box(fleet(), slot))
            add(m_layout.metrics().hasTitles() ? m_layout.title(*band, *box) : QRect());
    }
    const bool hasCells = m_layout.metrics().hasCells();
    Slot lastWindow = noSlot;
    for (const Slot slot : batch.contexts.changed) {
        const TopologyLayout::Band *band = m_layout.band(fleet().context(slot).client);
        if (!band || !band->rect.intersects(sight))
            continue;
        if (!hasCells && std::exchange(lastWindow, fleet().context(slot).window) == fleet().context(slot).window)
            continue;
        add(m_layout.rect(fleet(), {Kind::Context, slot, 0}));
    }
    if (batch.waiters)
        m_layout.visitGroups(sight.top(), sight.bottom() + 1, [&](int group) { add(m_layout.groupHeader(group)); });
    viewport()->update(pieces.region());
    if (!batch.contexts.changed.empty())
        m_minimap->refreshSoon();
}

/// What an action by hand is under way for, or no longer.
void TopologyMap::takeUnderWay(const std::vector<ObjectId> &objects)
{
    if (!isVisible())
        return;
    Pieces pieces(visible());
    for (const ObjectId &object : objects) {
        const TopologySpot spot = m_selection.spotOf(object);
        const TopologyLayout::Band *band = spot.kind == Kind::Client ? m_layout.band(spot.slot) : nullptr;
        pieces.add(band ? m_layout.bandHeader(*band) : m_layout.rect(fleet(), spot));
    }
    viewport()->update(pieces.region());
}

void TopologyMap::takeMatches()
{
    if (m_onlyMatches && isVisible())
        relayOut();
    viewport()->update();
    emit matchesChanged();
}

void TopologyMap::takeSelection()
{
    m_selection.resolve();
    viewport()->update();
    if (m_isSelecting)
        return;
    const TopologySpot current = m_selection.spotOf(m_workspace.session.selection().current());
    if (!current || !isVisible())
        return;
    m_cursor = current;
    m_cursorName = m_selection.nameOf(current);
    m_rangeStart = current;
    reveal(current);
}

void TopologyMap::takeConnection()
{
    const ConnectionState state = m_workspace.session.deployment().status().state;
    const bool isStale = state != ConnectionState::Live && state != ConnectionState::Lagging;
    if (std::exchange(m_isStale, isStale) != isStale)
        restyle();
    else if (isStale)
        viewport()->update();
}

/// Where the row that the cursor stood on is gone, it stands on the client that had it.
void TopologyMap::refreshCursor()
{
    if (m_cursorName.index() != 0)
        m_cursor = m_selection.spotOf(m_cursorName);
    if (m_cursor && !m_layout.rect(fleet(), m_cursor).isNull())
        return;
    if (const auto *context = std::get_if<ContextName>(&m_cursorName))
        m_cursor = m_selection.spotOf(context->clientName());
    else if (const auto *window = std::get_if<WindowName>(&m_cursorName))
        m_cursor = m_selection.spotOf(window->clientName());
    else
        m_cursor = {};
    m_rangeStart = m_cursor;
    if (m_cursor)
        m_cursorName = m_selection.nameOf(m_cursor);
}

// Time

/// Everything in sight that shows a time running down, in the viewport; says whether one of them is close to its end.
QRegion TopologyMap::countingDown(bool &isClose) const
{
    const QRect sight = visible();
    Pieces pieces(sight);
    const RegistryTime time = now();
    const bool isNear = m_layout.metrics().hasTitles();
    const auto add = [&pieces](const QRect &rect) { pieces.add(rect); };
    m_layout.visitGroups(sight.top(), sight.bottom() + 1, [&](int number) {
        const auto &group = m_layout.group(number);
        if (group.isWaiting)
            add(m_layout.groupHeader(number));
        m_layout.visitBands(group, sight.top(), sight.bottom() + 1, [&](const TopologyLayout::Band &band) {
            if (isNear && fleet().drain(fleet().client(band.client).name))
                add(m_layout.bandHeader(band));
            if (!m_layout.metrics().hasCells())
                return;
            for (const TopologyLayout::Box &box : band.boxes) {
                if (box.making >= 0) {
                    if (isNear)
                        add(m_layout.rect(band, box));
                    continue;
                }
                const auto &tabs = fleet().window(box.window).contexts;
                const auto [first, last] = m_layout.cellRows(band, box, sight);
                for (int i = first * box.columns; i < std::min(last * box.columns, box.tabs + box.reserved); ++i) {
                    if (i >= int(tabs.size())) {
                        if (isNear)
                            add(m_layout.cell(band, box, i));
                        continue;
                    }
                    const LeaseLeft lease = leaseLeft(m_store, tabs[std::size_t(i)], time);
                    if (!lease.ends)
                        continue;
                    isClose = isClose || (isNear && lease.left < closeTime && lease.left.count() > 0);
                    if (isNear || leaseLeft(m_store, tabs[std::size_t(i)], m_lastTick).tone != lease.tone)
                        add(m_layout.cell(band, box, i));
                }
            }
        });
    });
    return pieces.region();
}

void TopologyMap::tick()
{
    bool isClose = false;
    const QRegion region = countingDown(isClose);
    m_lastTick = now();
    if (!region.isEmpty())
        viewport()->update(region);
    if (m_card->isVisible())
        m_card->setContent(m_words.heading(m_cardSpot), m_words.rows(m_cardSpot, now()));
    m_filter.tick();
    if (isVisible() && !m_isStale && !m_store.isPaused())
        m_tick.start(isClose ? closeMs : secondMs);
}

/// Nothing runs down where nothing is live.
void TopologyMap::scheduleTick()
{
    if (isVisible() && !m_tick.isActive() && !m_isStale && !m_store.isPaused())
        m_tick.start(secondMs);
}

// The picture

void TopologyMap::refreshInk()
{
    m_ink.refresh(palette(), font(), devicePixelRatioF(), m_isStale);
}

void TopologyMap::restyle()
{
    refreshInk();
    m_minimap->refreshNow();
    viewport()->update();
    scheduleTick();
}

void TopologyMap::changeEvent(QEvent *event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange) {
        restyle();
    } else if (event->type() == QEvent::FontChange) {
        refreshInk();
        if (isVisible())
            relayOut();
        else
            m_isBehind = true;
    }
}

void TopologyMap::update(const TopologySpot &spot)
{
    const int margin = m_layout.metrics().line / 2;
    const QRect where = rectOnScreen(spot);
    if (!where.isNull())
        viewport()->update(where.adjusted(-margin, -margin, margin, margin));
}

void TopologyMap::paintEvent(QPaintEvent *event)
{
    QPainter painter(viewport());
    if (m_layout.size().height() == 0)
        return paintNothing(painter);
    TopologyMarks marks;
    marks.now = now();
    marks.matches = m_filter.isActive() ? &m_filter.matches() : nullptr;
    marks.contexts = m_rubber ? &m_preview : &m_selection.contexts();
    marks.windows = &m_selection.windows();
    marks.clients = &m_selection.clients();
    marks.cursor = hasFocus() ? m_cursor : TopologySpot();
    marks.hovered = m_hovered;
    painter.translate(0, -top());
    for (const QRect &rect : event->region()) {
        painter.setClipRect(rect.translated(0, top()));
        m_painter.paint(painter, rect.translated(0, top()), marks);
    }
    painter.setClipping(false);
    if (m_rubber) {
        QColor inside = m_ink.highlight;
        inside.setAlphaF(0.15F);
        m_ink.drawFrame(painter, *m_rubber, 0, m_ink.highlight, inside);
    }
    painter.translate(0, top());
    if (m_isStale)
        paintStamp(painter);
}

void TopologyMap::paintNothing(QPainter &painter)
{
    painter.fillRect(viewport()->rect(), m_ink.background);
}

/// Hatch over everything, and how old it is.
void TopologyMap::paintStamp(QPainter &painter)
{
    const int line = m_layout.metrics().line;
    QColor hatch = m_ink.muted;
    hatch.setAlphaF(0.16F);
    m_ink.drawHatch(painter, viewport()->rect(), hatch);
    const RegistryTime asOf = m_workspace.session.deployment().asOf();
    const QString label =
        asOf.isSet() ? tr("Not live. This is how it stood at %1.").arg(Words::time(asOf)) : tr("Not live.");
    const int width = std::min(viewport()->width() - line, m_ink.widthOf(label, m_ink.bold) + 4 * line);
    const QRect where((viewport()->width() - width) / 2, line, width, line * 9 / 4);
    m_ink.drawFrame(painter, where, where.height() / 2.0, m_workspace.theme.color(Tone::Warn),
                    m_workspace.theme.fill(Tone::Warn), 1);
    m_ink.drawGlyph(painter, QRect(where.left() + line, where.top(), line, where.height()), Glyph::Warning, Tone::Warn);
    m_ink.drawText(painter, where.adjusted(line * 5 / 2, 0, -line, 0), label, m_ink.bold,
                   palette().color(QPalette::Text));
}

} // namespace cheetah::gui
