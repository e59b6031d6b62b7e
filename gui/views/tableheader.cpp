// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tableheader.h"

#include "models/tablemodel.h"
#include "settings/settings.h"

#include <QtCore/QEvent>
#include <QtWidgets/QMenu>

namespace cheetah::gui {

TableHeader::TableHeader(const TableModel &model, Settings &settings, QString name, QWidget *table)
    : QHeaderView(Qt::Horizontal, table), m_model(model), m_settings(settings), m_name(std::move(name))
{
    setSectionsMovable(true);
    setSectionsClickable(true);
    setHighlightSections(false);
    setStretchLastSection(true);
    setTextElideMode(Qt::ElideRight);
    setContextMenuPolicy(Qt::CustomContextMenu);
    connect(this, &QWidget::customContextMenuRequested, this, [this](const QPoint &at) {
        auto *menu = new QMenu(this);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        fillMenu(*menu);
        menu->popup(mapToGlobal(at));
    });
    m_remember.setSingleShot(true);
    m_remember.setInterval(500);
    connect(&m_remember, &QTimer::timeout, this, &TableHeader::remember);
    const auto changed = [this] {
        if (!m_isArranging)
            m_remember.start();
    };
    connect(this, &QHeaderView::sectionResized, this, changed);
    connect(this, &QHeaderView::sectionMoved, this, changed);
    connect(this, &QHeaderView::sortIndicatorChanged, this, changed);
}

void TableHeader::arrange()
{
    m_isArranging = true;
    measure();
    restore();
    m_isArranging = false;
}

void TableHeader::measure()
{
    const auto &columns = m_model.rows().columns();
    const int letter = parentWidget()->fontMetrics().horizontalAdvance(u'0');
    setMinimumSectionSize(letter * 4);
    for (int i = 0; i < int(columns.size()); ++i)
        resizeSection(i, columns[std::size_t(i)].letters * letter);
}

/// Settings name a column with its width, `!` before hidden ones, in the order in which they stand.
void TableHeader::restore()
{
    const auto &columns = m_model.rows().columns();
    for (int i = 0; i < int(columns.size()); ++i)
        setSectionHidden(i, !columns[std::size_t(i)].isShown);
    int at = 0;
    for (QString entry : m_settings.value("tables/" + m_name + "/columns").toStringList()) {
        const bool isHidden = entry.startsWith(u'!');
        const QStringList parts = entry.mid(isHidden).split(u'=');
        const int column = m_model.rows().column(parts[0].toStdString());
        if (column < 0 || parts.size() != 2)
            continue;
        setSectionHidden(column, isHidden);
        if (const int width = parts[1].toInt(); width > 0)
            resizeSection(column, std::min(width, 4'000));
        moveSection(visualIndex(column), at++);
    }
    if (hiddenSectionCount() == count())
        showSection(0);
}

void TableHeader::remember()
{
    const auto &columns = m_model.rows().columns();
    const auto id = [&columns](int column) { return QString::fromLatin1(columns[std::size_t(column)].id); };
    QStringList entries;
    for (int visual = 0; visual < count(); ++visual) {
        const int column = logicalIndex(visual);
        const bool isHidden = isSectionHidden(column);
        entries += (isHidden ? QStringLiteral("!") : QString()) + id(column) + u'='
                 + QString::number(isHidden ? 0 : sectionSize(column));
    }
    m_settings.setValue("tables/" + m_name + "/columns", entries);
    if (m_model.sortColumn() >= 0)
        m_settings.setValue(
            "tables/" + m_name + "/sorting",
            QStringList{id(m_model.sortColumn()), m_model.sortOrder() == Qt::AscendingOrder ? "up" : "down"});
}

void TableHeader::setStandardSorting(std::string_view column, Qt::SortOrder order)
{
    const QStringList kept = m_settings.value("tables/" + m_name + "/sorting").toStringList();
    int chosen = m_model.rows().column(column);
    if (kept.size() == 2 && m_model.rows().column(kept[0].toStdString()) >= 0) {
        chosen = m_model.rows().column(kept[0].toStdString());
        order = kept[1] == QLatin1String("down") ? Qt::DescendingOrder : Qt::AscendingOrder;
    }
    m_isArranging = true;
    setSortIndicator(chosen, order);
    m_isArranging = false;
}

void TableHeader::fillMenu(QMenu &menu)
{
    for (int visual = 0; visual < count(); ++visual) {
        const int column = logicalIndex(visual);
        QAction *action = menu.addAction(m_model.rows().columnTitle(column));
        action->setCheckable(true);
        action->setChecked(!isSectionHidden(column));
        action->setEnabled(isSectionHidden(column) || count() - hiddenSectionCount() > 1);
        connect(action, &QAction::toggled, this, [this, column](bool isShown) {
            setSectionHidden(column, !isShown);
            m_remember.start();
        });
    }
    menu.addSeparator();
    menu.addAction(tr("Reset columns"), this, &TableHeader::forget);
}

void TableHeader::forget()
{
    m_remember.stop();
    m_settings.remove("tables/" + m_name);
    m_isArranging = true;
    for (int column = 0; column < count(); ++column)
        moveSection(visualIndex(column), column);
    arrange();
}

/// The last column stretches; that is no wish of a person.
bool TableHeader::viewportEvent(QEvent *event)
{
    const bool wasArranging = std::exchange(m_isArranging, m_isArranging || event->type() == QEvent::Resize);
    const bool isDone = QHeaderView::viewportEvent(event);
    m_isArranging = wasArranging;
    return isDone;
}

} // namespace cheetah::gui
