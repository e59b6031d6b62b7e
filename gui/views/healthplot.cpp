// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/healthplot.h"

#include "models/plaintext.h"
#include "session/words.h"
#include "theme/theme.h"

#include <cmath>
#include <limits>

namespace cheetah::gui {

namespace {

constexpr std::size_t mostMarks = 60;
constexpr double noValue = std::numeric_limits<double>::quiet_NaN();

double keyOf(RegistryTime at)
{
    return double(at.us) / 1e6;
}

} // namespace

HealthPlot::HealthPlot(const Theme &theme, const Words &words, QWidget *parent)
    : QCustomPlot(parent), m_theme(theme), m_words(words)
{
    plotLayout()->clear();
    plotLayout()->setRowSpacing(4);
    m_margins = new QCPMarginGroup(this);
    m_rates = addPane(0, 3);
    m_depths = addPane(1, 2);
    m_latencies = addPane(2, 2);
    m_conditions = addPane(3, 1);
    for (std::size_t i = 0; i < healthSeriesCount; ++i) {
        const auto series = HealthSeries(i);
        QCPAxisRect *pane = HealthFigures::isRate(series)    ? m_rates
                          : HealthFigures::isLatency(series) ? m_latencies
                                                             : m_depths;
        m_graphs[i] = addGraph(pane->axis(QCPAxis::atBottom), pane->axis(QCPAxis::atLeft));
    }
    const std::array panes = {m_rates, m_depths, m_latencies, m_conditions};
    for (std::size_t i = 0; i < panes.size(); ++i) {
        auto *line = new QCPItemStraightLine(this);
        line->setClipAxisRect(panes[i]);
        line->point1->setAxes(panes[i]->axis(QCPAxis::atBottom), panes[i]->axis(QCPAxis::atLeft));
        line->point2->setAxes(panes[i]->axis(QCPAxis::atBottom), panes[i]->axis(QCPAxis::atLeft));
        line->point1->setTypeY(QCPItemPosition::ptAxisRectRatio);
        line->point2->setTypeY(QCPItemPosition::ptAxisRectRatio);
        line->setVisible(false);
        m_cursorLines[i] = line;
    }
    setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    restyle();
    retranslate();
}

QCPAxisRect *HealthPlot::addPane(int row, double stretch)
{
    auto *pane = new QCPAxisRect(this);
    pane->setupFullAxesBox(false);
    pane->setRangeDrag(Qt::Horizontal);
    pane->setRangeZoom(Qt::Horizontal);
    pane->setMarginGroup(QCP::msLeft | QCP::msRight, m_margins);
    pane->setMinimumMargins(QMargins(8, 2, 8, 2));
    plotLayout()->addElement(row, 0, pane);
    plotLayout()->setRowStretchFactor(row, stretch);
    QCPAxis *time = pane->axis(QCPAxis::atBottom);
    const QSharedPointer<QCPAxisTickerDateTime> ticker(new QCPAxisTickerDateTime);
    ticker->setDateTimeFormat("HH:mm:ss");
    time->setTicker(ticker);
    time->setTickLabels(row == 3);
    pane->axis(QCPAxis::atTop)->setTicks(false);
    pane->axis(QCPAxis::atRight)->setTicks(false);
    pane->axis(QCPAxis::atLeft)->setNumberFormat("gb");
    pane->axis(QCPAxis::atLeft)->setNumberPrecision(4);
    // All panes show the same time.
    connect(time, qOverload<const QCPRange &>(&QCPAxis::rangeChanged), this, [this](const QCPRange &range) {
        for (QCPAxisRect *other : axisRects())
            other->axis(QCPAxis::atBottom)->setRange(range);
    });
    connect(this, &QCustomPlot::mousePress, time, [this] {
        if (m_live)
            setLive(false);
    });
    connect(this, &QCustomPlot::mouseWheel, time, [this] {
        if (m_live)
            setLive(false);
    });
    return pane;
}

void HealthPlot::append(const HealthSample &sample)
{
    const double key = keyOf(sample.at);
    const bool hasGap = !m_samples.empty() && sample.at - m_samples.back().at > HealthHistory::gap;
    if (!m_samples.empty() && sample.at <= m_samples.back().at)
        return;
    if (m_samples.size() == HealthHistory::capacity) {
        m_samples.pop_front();
        for (QCPGraph *graph : m_graphs)
            graph->data()->removeBefore(keyOf(m_samples.front().at));
    }
    for (std::size_t i = 0; i < healthSeriesCount; ++i) {
        if (hasGap)
            m_graphs[i]->addData(key - 0.001, noValue);
        m_graphs[i]->addData(key, HealthFigures::number(HealthSeries(i), sample));
    }
    if (hasGap)
        for (auto *strips : {&m_good, &m_bad})
            for (auto &[name, strip] : *strips)
                strip->addData(key - 0.001, noValue);
    addConditions(sample, key);
    m_samples.push_back(sample);
    follow();
}

/// A thick line for each condition: at its own height while it is good, in another colour and pattern while it is not.
void HealthPlot::addConditions(const HealthSample &sample, double key)
{
    for (const ConditionState &condition : sample.conditions) {
        auto &good = m_good[condition.name];
        auto &bad = m_bad[condition.name];
        if (!good) {
            m_rows.emplace(condition.name, int(m_rows.size()));
            good = addGraph(m_conditions->axis(QCPAxis::atBottom), m_conditions->axis(QCPAxis::atLeft));
            bad = addGraph(m_conditions->axis(QCPAxis::atBottom), m_conditions->axis(QCPAxis::atLeft));
            nameConditions();
            m_conditions->axis(QCPAxis::atLeft)->setRange(-double(m_rows.size()) + 0.5, 0.5);
            plotLayout()->setRowStretchFactor(3, 0.5 + 0.35 * double(m_rows.size()));
            restyle();
        }
        const double row = -m_rows.at(condition.name);
        good->addData(key, condition.ok ? row : noValue);
        bad->addData(key, condition.ok ? noValue : row);
    }
}

void HealthPlot::nameConditions()
{
    const QSharedPointer<QCPAxisTickerText> ticker(new QCPAxisTickerText);
    for (const auto &[name, row] : m_rows)
        ticker->addTick(-row, plainText(m_words.wording().condition(name), 40));
    m_conditions->axis(QCPAxis::atLeft)->setTicker(ticker);
}

void HealthPlot::clear()
{
    m_samples.clear();
    for (QCPGraph *graph : m_graphs)
        graph->data()->clear();
    for (auto *strips : {&m_good, &m_bad})
        for (auto &[name, strip] : *strips)
            strip->data()->clear();
    for (const Mark &mark : m_marks) {
        removeItem(mark.line);
        removeItem(mark.label);
    }
    m_marks.clear();
    setCursor({});
}

void HealthPlot::mark(RegistryTime at, const QString &text)
{
    if (m_marks.size() == mostMarks) {
        removeItem(m_marks.front().line);
        removeItem(m_marks.front().label);
        m_marks.pop_front();
    }
    auto *line = new QCPItemStraightLine(this);
    line->setClipAxisRect(m_rates);
    line->point1->setTypeY(QCPItemPosition::ptAxisRectRatio);
    line->point2->setTypeY(QCPItemPosition::ptAxisRectRatio);
    for (auto *point : {line->point1, line->point2})
        point->setAxes(m_rates->axis(QCPAxis::atBottom), m_rates->axis(QCPAxis::atLeft));
    line->point1->setCoords(keyOf(at), 0);
    line->point2->setCoords(keyOf(at), 1);
    auto *label = new QCPItemText(this);
    label->setClipAxisRect(m_rates);
    label->position->setTypeY(QCPItemPosition::ptAxisRectRatio);
    label->position->setAxes(m_rates->axis(QCPAxis::atBottom), m_rates->axis(QCPAxis::atLeft));
    label->position->setCoords(keyOf(at), 0.02);
    label->setPositionAlignment(Qt::AlignLeft | Qt::AlignTop);
    label->setPadding(QMargins(3, 0, 0, 0));
    label->setText(fontMetrics().elidedText(text, Qt::ElideRight, fontMetrics().averageCharWidth() * 28));
    m_marks.push_back({at, line, label});
    restyle();
}

void HealthPlot::setSpan(Seconds span)
{
    m_span = span;
    setLive(true);
    follow();
    redraw();
}

void HealthPlot::setLive(bool live)
{
    if (m_live == live)
        return;
    m_live = live;
    if (live) {
        follow();
        redraw();
    }
    emit liveChanged(live);
}

void HealthPlot::setCursor(std::optional<RegistryTime> at)
{
    m_cursor = at;
    for (QCPItemStraightLine *line : m_cursorLines) {
        line->setVisible(at.has_value());
        if (at) {
            line->point1->setCoords(keyOf(*at), 0);
            line->point2->setCoords(keyOf(*at), 1);
        }
    }
    emit cursorMoved();
}

const HealthSample *HealthPlot::sampleAtCursor() const
{
    if (m_samples.empty())
        return nullptr;
    if (!m_cursor)
        return &m_samples.back();
    const auto after = std::upper_bound(m_samples.begin(), m_samples.end(), *m_cursor,
                                        [](RegistryTime at, const HealthSample &sample) { return at < sample.at; });
    if (after == m_samples.begin())
        return nullptr;
    const HealthSample &sample = *std::prev(after);
    return *m_cursor - sample.at <= HealthHistory::gap ? &sample : nullptr;
}

void HealthPlot::styleAxis(QCPAxis *axis) const
{
    const QPalette &colors = m_theme.palette();
    const QColor faint = colors.color(QPalette::Mid);
    axis->setBasePen(QPen(faint, 1));
    axis->setTickPen(QPen(faint, 1));
    axis->setSubTickPen(Qt::NoPen);
    axis->setTickLabelColor(colors.color(QPalette::Text));
    axis->setLabelColor(colors.color(QPalette::Text));
    axis->setTickLabelFont(font());
    axis->setLabelFont(font());
    axis->setLabelPadding(4);
    QColor grid = faint;
    grid.setAlphaF(0.35F);
    axis->grid()->setPen(QPen(grid, 1));
    axis->grid()->setZeroLinePen(QPen(grid, 1));
}

void HealthPlot::restyle()
{
    setBackground(m_theme.palette().brush(QPalette::Base));
    for (QCPAxisRect *pane : axisRects())
        for (QCPAxis *axis : pane->axes())
            styleAxis(axis);
    for (std::size_t i = 0; i < healthSeriesCount; ++i) {
        QPen pen(HealthFigures::color(HealthSeries(i), m_theme), 1.5, HealthFigures::line(HealthSeries(i)));
        m_graphs[i]->setPen(pen);
    }
    const auto strip = [](QCPGraph *graph, const QColor &color, Qt::PenStyle style, int width) {
        QPen pen(color, width, style, Qt::FlatCap);
        graph->setPen(pen);
    };
    const int thick = std::max(4, fontMetrics().height() / 3);
    for (auto &[name, graph] : m_good)
        strip(graph, m_theme.color(Tone::Ok), Qt::SolidLine, thick);
    for (auto &[name, graph] : m_bad)
        strip(graph, m_theme.color(Tone::Danger), Qt::DotLine, thick + 2);
    for (QCPItemStraightLine *line : m_cursorLines)
        line->setPen(QPen(m_theme.palette().color(QPalette::Text), 1));
    for (const Mark &mark : m_marks) {
        mark.line->setPen(QPen(m_theme.color(Tone::Muted), 1, Qt::DashLine));
        mark.label->setColor(m_theme.color(Tone::Muted));
        mark.label->setFont(font());
    }
    redraw();
}

void HealthPlot::retranslate()
{
    m_rates->axis(QCPAxis::atLeft)->setLabel(tr("Commands/s"));
    m_depths->axis(QCPAxis::atLeft)->setLabel(tr("Commands"));
    m_latencies->axis(QCPAxis::atLeft)->setLabel(tr("Latency, ms"));
    nameConditions();
    setAccessibleName(tr("Dispatcher health over time"));
    redraw();
}

void HealthPlot::redraw()
{
    if (!isVisible())
        return;
    placeLabels();
    replot(QCustomPlot::rpQueuedReplot);
}

/// Of marks whose labels would stand on each other, the latest is told.
void HealthPlot::placeLabels()
{
    const QCPAxis *time = m_rates->axis(QCPAxis::atBottom);
    double free = std::numeric_limits<double>::infinity();
    for (auto mark = m_marks.rbegin(); mark != m_marks.rend(); ++mark) {
        const double x = time->coordToPixel(keyOf(mark->at));
        const int width = QFontMetrics(mark->label->font()).horizontalAdvance(mark->label->text()) + 8;
        mark->label->setPositionAlignment((x + width > m_rates->right() ? Qt::AlignRight : Qt::AlignLeft)
                                          | Qt::AlignTop);
        const double left = x + width > m_rates->right() ? x - width : x;
        const bool fits = left + width <= free;
        mark->label->setVisible(fits);
        if (fits)
            free = left;
    }
}

/// Keeps the present at the right edge, and the heights so that everything fits.
void HealthPlot::follow()
{
    if (m_live && !m_samples.empty()) {
        const double end = keyOf(m_samples.back().at);
        m_rates->axis(QCPAxis::atBottom)->setRange(end - double(m_span.count()), end);
    }
    for (QCPAxisRect *pane : {m_rates, m_depths, m_latencies}) {
        double highest = 0;
        for (QCPGraph *graph : pane->graphs()) {
            bool found = false;
            const QCPRange range = graph->getValueRange(found, QCP::sdBoth, pane->axis(QCPAxis::atBottom)->range());
            if (found)
                highest = std::max(highest, range.upper);
        }
        pane->axis(QCPAxis::atLeft)->setRange(0, highest > 0 ? highest * 1.1 : 1);
    }
}

void HealthPlot::shiftRange(double by)
{
    setLive(false);
    QCPAxis *time = m_rates->axis(QCPAxis::atBottom);
    time->setRange(time->range().lower + by, time->range().upper + by);
    follow();
    redraw();
}

/// As many times on the axis as there is room for.
void HealthPlot::resizeEvent(QResizeEvent *event)
{
    QCustomPlot::resizeEvent(event);
    const int each = fontMetrics().horizontalAdvance("00:00:00") * 2;
    for (QCPAxisRect *pane : axisRects())
        pane->axis(QCPAxis::atBottom)->ticker()->setTickCount(std::clamp(width() / each - 1, 1, 8));
}

void HealthPlot::keyPressEvent(QKeyEvent *event)
{
    const QCPRange range = m_rates->axis(QCPAxis::atBottom)->range();
    const auto step = Micros(std::int64_t(range.size() * 1e6 / 100));
    const RegistryTime from =
        m_cursor.value_or(m_samples.empty() ? RegistryTime{std::int64_t(range.upper * 1e6)} : m_samples.back().at);
    switch (event->key()) {
    case Qt::Key_Left:
        event->modifiers() & Qt::ShiftModifier ? shiftRange(-range.size() / 4) : setCursor(from - step);
        break;
    case Qt::Key_Right:
        event->modifiers() & Qt::ShiftModifier ? shiftRange(range.size() / 4) : setCursor(from + step);
        break;
    case Qt::Key_End:
        setCursor({});
        setLive(true);
        break;
    default:
        return QCustomPlot::keyPressEvent(event);
    }
    redraw();
}

void HealthPlot::mouseMoveEvent(QMouseEvent *event)
{
    QCustomPlot::mouseMoveEvent(event);
    const QCPAxis *time = m_rates->axis(QCPAxis::atBottom);
    const double key = time->pixelToCoord(event->pos().x());
    if (time->range().contains(key))
        setCursor(RegistryTime{std::int64_t(key * 1e6)});
    redraw();
}

void HealthPlot::leaveEvent(QEvent *event)
{
    QCustomPlot::leaveEvent(event);
    setCursor({});
    redraw();
}

} // namespace cheetah::gui
