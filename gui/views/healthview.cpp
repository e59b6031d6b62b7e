// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/healthview.h"

#include "models/plaintext.h"
#include "session/session.h"
#include "session/words.h"
#include "theme/theme.h"
#include "views/healthplot.h"

#include <QtCore/QSaveFile>
#include <QtGui/QPainter>
#include <QtWidgets/QButtonGroup>
#include <QtWidgets/QFileDialog>
#include <QtWidgets/QGridLayout>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QScrollArea>
#include <QtWidgets/QStackedLayout>
#include <QtWidgets/QToolButton>

namespace cheetah::gui {

namespace {

constexpr std::array spans = {Seconds(60),    Seconds(300),       Seconds(900),
                              Seconds(3'600), Seconds(6 * 3'600), Seconds(86'400)};

/// A short piece of the line as it is drawn.
QPixmap swatch(const QColor &color, Qt::PenStyle style, const QWidget &widget)
{
    const QSize size(widget.fontMetrics().averageCharWidth() * 4, widget.fontMetrics().height());
    QPixmap pixmap(size * widget.devicePixelRatioF());
    pixmap.setDevicePixelRatio(widget.devicePixelRatioF());
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setPen(QPen(color, 2, style));
    painter.drawLine(0, size.height() / 2, size.width(), size.height() / 2);
    return pixmap;
}

/// What is worth seeing beside the figures.
bool isMark(JournalKind kind)
{
    switch (kind) {
    case JournalKind::EpochStarted:
    case JournalKind::ClientConnected:
    case JournalKind::ClientDisconnected:
    case JournalKind::OperatorAction:
    case JournalKind::NodeStarted:
    case JournalKind::NodeStopped:
    case JournalKind::ComponentFailed:
    case JournalKind::ComponentRestored:
        return true;
    default:
        return false;
    }
}

} // namespace

HealthView::HealthView(Workspace &workspace, QWidget *parent) : View(ViewId::Health, workspace, parent)
{
    m_plot = new HealthPlot(workspace.theme, workspace.words, this);
    auto *content = new QWidget(this);
    auto *columns = new QHBoxLayout(content);
    columns->setContentsMargins(0, 0, 0, 0);
    columns->addWidget(m_plot, 1);
    m_readout = makeReadout();
    columns->addWidget(m_readout);
    m_empty = new QLabel(this);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    auto *pages = new QWidget(this);
    m_pages = new QStackedLayout(pages);
    m_pages->addWidget(m_empty);
    m_pages->addWidget(content);

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeBar());
    layout->addWidget(pages, 1);

    HealthHistory &history = workspace.session.health();
    connect(&history, &HealthHistory::sampled, this, &HealthView::takeSample);
    connect(&history, &HealthHistory::cleared, this, [this] {
        m_plot->clear();
        m_pages->setCurrentIndex(0);
        m_lastMark = 0;
    });
    connect(&workspace.session.journal(), &JournalStore::changed, this, &HealthView::takeMarks);
    connect(m_plot, &HealthPlot::cursorMoved, this, &HealthView::showReadout);
    connect(m_plot, &HealthPlot::liveChanged, m_live, &QToolButton::setChecked);
    retranslate();
    restyle();
    setFocusProxy(m_plot);
}

QString HealthView::title() const
{
    return tr("Health", "of dispatching");
}

QWidget *HealthView::makeBar()
{
    auto *bar = new QWidget(this);
    auto *row = new QHBoxLayout(bar);
    m_spans = new QButtonGroup(this);
    m_spans->setExclusive(true);
    for (const Seconds span : spans) {
        auto *button = new QToolButton(bar);
        button->setCheckable(true);
        button->setAutoRaise(true);
        button->setChecked(span == m_plot->span());
        m_spans->addButton(button, int(span.count()));
        row->addWidget(button);
    }
    connect(m_spans, &QButtonGroup::idClicked, this, [this](int seconds) { m_plot->setSpan(Seconds(seconds)); });
    row->addStretch(1);
    m_live = new QToolButton(bar);
    m_live->setCheckable(true);
    m_live->setChecked(true);
    m_live->setAutoRaise(true);
    m_live->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    connect(m_live, &QToolButton::toggled, m_plot, &HealthPlot::setLive);
    row->addWidget(m_live);
    m_export = new QToolButton(bar);
    m_export->setAutoRaise(true);
    m_export->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    connect(m_export, &QToolButton::clicked, this, &HealthView::save);
    row->addWidget(m_export);
    return bar;
}

QWidget *HealthView::makeReadout()
{
    auto *panel = new QWidget(this);
    auto *column = new QVBoxLayout(panel);
    m_at = new QLabel(panel);
    column->addWidget(m_at);
    m_figures = new QGridLayout;
    m_figures->setColumnStretch(1, 1);
    for (std::size_t i = 0; i < healthSeriesCount; ++i) {
        m_swatches.push_back(new QLabel(panel));
        m_titles.push_back(new QLabel(panel));
        m_values.push_back(new QLabel(panel));
        m_values.back()->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
        m_figures->addWidget(m_swatches.back(), int(i), 0);
        m_figures->addWidget(m_titles.back(), int(i), 1);
        m_figures->addWidget(m_values.back(), int(i), 2);
    }
    column->addLayout(m_figures);
    m_conditionsTitle = new QLabel(panel);
    QFont bold = font();
    bold.setBold(true);
    m_conditionsTitle->setFont(bold);
    m_at->setFont(bold);
    column->addSpacing(fontMetrics().height() / 2);
    column->addWidget(m_conditionsTitle);
    m_conditionList = new QVBoxLayout;
    column->addLayout(m_conditionList);
    column->addStretch(1);
    auto *scroll = new QScrollArea(this);
    scroll->setWidget(panel);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFixedWidth(fontMetrics().averageCharWidth() * 34);
    return scroll;
}

void HealthView::retranslate()
{
    findChild<QScrollArea *>()->setAccessibleName(title());
    for (QAbstractButton *button : m_spans->buttons()) {
        const Seconds span(m_spans->id(button));
        button->setText(Words::roughly(span));
        button->setToolTip(tr("Show the last %1").arg(Words::roughly(span)));
        button->setAccessibleName(button->toolTip());
    }
    m_live->setText(tr("Follow", "the present"));
    m_live->setToolTip(tr("Keep the present at the right edge (End)"));
    m_export->setText(tr("Save…"));
    m_export->setToolTip(tr("Save the picture or the figures"));
    m_conditionsTitle->setText(tr("Conditions of the node"));
    m_empty->setText(tr("No figures yet. The node sends them once a second while this window is connected."));
    for (std::size_t i = 0; i < healthSeriesCount; ++i)
        m_titles[i]->setText(HealthFigures::title(HealthSeries(i)));
    m_plot->retranslate();
    m_shown.clear();
    showReadout();
}

void HealthView::restyle()
{
    const Theme &theme = workspace().theme;
    m_live->setIcon(theme.icon(Glyph::Follow));
    m_export->setIcon(theme.icon(Glyph::Export));
    for (std::size_t i = 0; i < healthSeriesCount; ++i)
        m_swatches[i]->setPixmap(
            swatch(HealthFigures::color(HealthSeries(i), theme), HealthFigures::line(HealthSeries(i)), *this));
    m_plot->restyle();
    m_shown.clear();
    showReadout();
}

void HealthView::showEvent(QShowEvent *event)
{
    View::showEvent(event);
    catchUp();
}

void HealthView::resizeEvent(QResizeEvent *event)
{
    View::resizeEvent(event);
    m_readout->setVisible(width() >= m_readout->width() * 5 / 2);
}

/// Takes in what came while nobody looked.
void HealthView::catchUp()
{
    for (const HealthSample &sample : workspace().session.health().samples())
        m_plot->append(sample); // passes over what it has
    takeMarks();
    if (!workspace().session.health().samples().empty())
        m_pages->setCurrentIndex(1);
    showReadout();
    m_plot->redraw();
}

void HealthView::takeSample(const HealthSample &sample)
{
    if (!isVisible())
        return;
    m_plot->append(sample);
    m_pages->setCurrentIndex(1);
    showReadout();
    m_plot->redraw();
}

void HealthView::takeMarks()
{
    if (!isVisible())
        return;
    for (const JournalEntry &entry : workspace().session.journal().entries()) {
        if (entry.number <= m_lastMark)
            continue;
        m_lastMark = entry.number;
        if (isMark(entry.kind))
            m_plot->mark(entry.at, workspace().words.journal(entry));
    }
}

void HealthView::showReadout()
{
    const HealthSample *sample = m_plot->sampleAtCursor();
    const bool isNow = !m_plot->cursor();
    m_at->setText(sample ? (isNow ? tr("Now, %1").arg(Words::time(sample->at)) : Words::time(sample->at))
                         : tr("Nothing was seen here"));
    for (std::size_t i = 0; i < healthSeriesCount; ++i)
        m_values[i]->setText(sample ? HealthFigures::text(HealthSeries(i), *sample) : QStringLiteral("–"));
    if (sample) {
        showConditions(*sample);
        m_plot->setAccessibleDescription(tr("%1 admitted, %2 queued, 95 % acknowledged within %3")
                                             .arg(HealthFigures::text(HealthSeries::Admitted, *sample),
                                                  HealthFigures::text(HealthSeries::Queued, *sample),
                                                  HealthFigures::text(HealthSeries::P95, *sample)));
    }
}

void HealthView::showConditions(const HealthSample &sample)
{
    if (m_shown == sample.conditions)
        return;
    m_shown = sample.conditions;
    while (QLayoutItem *item = m_conditionList->takeAt(0)) {
        delete item->layout();
        delete item->widget();
        delete item;
    }
    const Theme &theme = workspace().theme;
    const int size = fontMetrics().height();
    for (const ConditionState &condition : m_shown) {
        auto *line = new QWidget(this);
        auto *row = new QHBoxLayout(line);
        row->setContentsMargins(0, 0, 0, 0);
        auto *glyph = new QLabel(line);
        const Tone tone = condition.ok ? Tone::Ok : condition.warning ? Tone::Warn : Tone::Danger;
        glyph->setPixmap(theme.icon(condition.ok ? Glyph::Yes : Glyph::Warning, tone).pixmap(size));
        row->addWidget(glyph, 0, Qt::AlignTop);
        auto *words = new QLabel(line);
        words->setTextFormat(Qt::PlainText);
        words->setWordWrap(true);
        const QString name = plainText(workspace().words.wording().condition(condition.name), 40);
        const Error reason(errorCodeFromName(condition.reason), condition.params);
        words->setText(
            condition.ok
                ? tr("%1: fine", "a condition of the node").arg(name)
                : tr("%1: %2", "a condition and why it does not hold").arg(name, workspace().words.error(reason)));
        words->setAccessibleName(words->text());
        row->addWidget(words, 1);
        m_conditionList->addWidget(line);
    }
}

/// Asks for a file; its ending says whether the picture or the figures are wanted.
void HealthView::save()
{
    auto *dialog = new QFileDialog(this, tr("Save health"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilters({tr("Figures (*.csv)"), tr("Picture (*.png)")});
    dialog->setDefaultSuffix("csv");
    connect(dialog, &QFileDialog::filterSelected, dialog,
            [dialog](const QString &filter) { dialog->setDefaultSuffix(filter.contains("png") ? "png" : "csv"); });
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &path) {
        if (path.endsWith(".png")) {
            m_plot->savePng(path, 0, 0, devicePixelRatioF());
            return;
        }
        QSaveFile file(path);
        if (!file.open(QIODevice::WriteOnly | QIODevice::Text))
            return;
        file.write(
            "time,admitted_per_s,sent_per_s,acknowledged_per_s,ended_per_s,queued,pending,p50_ms,p95_ms,p99_ms\n");
        const auto ms = [](const std::optional<Micros> &latency) {
            return latency ? QByteArray::number(double(latency->count()) / 1e3) : QByteArray();
        };
        for (const HealthSample &s : workspace().session.health().samples()) {
            const QByteArray line = Words::isoTime(s.at).toUtf8() + ',' + QByteArray::number(s.admittedRate) + ','
                                  + QByteArray::number(s.sentRate) + ',' + QByteArray::number(s.acknowledgedRate) + ','
                                  + QByteArray::number(s.endedRate) + ',' + QByteArray::number(qulonglong(s.queued))
                                  + ',' + QByteArray::number(qulonglong(s.pendingCommands)) + ',' + ms(s.ackP50) + ','
                                  + ms(s.ackP95) + ',' + ms(s.ackP99) + '\n';
            file.write(line);
        }
        file.commit();
    });
    dialog->open();
}

} // namespace cheetah::gui
