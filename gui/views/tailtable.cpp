// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tailtable.h"

#include "theme/theme.h"
#include "views/selectedrows.h"

#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtCore/QScopedValueRollback>
#include <QtGui/QKeyEvent>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QScrollBar>

#include <algorithm>

namespace cheetah::gui {

TailTable::TailTable(TailModel &model, const Theme &theme, QWidget *parent)
    : QTableView(parent), m_model(model), m_button(new QPushButton(this))
{
    setModel(&model);
    setSelectionBehavior(SelectRows);
    setSelectionMode(ExtendedSelection);
    setShowGrid(false);
    setWordWrap(false);
    setAlternatingRowColors(false);
    setVerticalScrollMode(ScrollPerPixel);
    setHorizontalScrollMode(ScrollPerPixel);
    setTextElideMode(Qt::ElideRight);
    setTabKeyNavigation(false);
    setEditTriggers(NoEditTriggers);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    horizontalHeader()->setStretchLastSection(true);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setSectionsMovable(true);
    horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    setRowHeight();

    m_button->setIcon(theme.icon(Glyph::Follow));
    m_button->setFocusPolicy(Qt::NoFocus); // the button beside the filter does the same by keyboard
    m_button->hide();
    connect(m_button, &QPushButton::clicked, this, [this] { setFollowing(true); });
    connect(&model, &TailModel::aboutToRearrange, this, &TailTable::noteAnchor);
    connect(&model, &TailModel::rearranged, this, &TailTable::restoreAnchor);
    connect(&model, &TailModel::appended, this, &TailTable::appended);
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this, &TailTable::scrolled);
    connect(verticalScrollBar(), &QScrollBar::rangeChanged, this, [this] {
        if (m_isFollowing)
            toEnd();
    });
    retranslate();
}

void TailTable::setFollowing(bool following)
{
    if (following) {
        m_new = 0;
        toEnd();
    }
    const bool isOther = m_isFollowing != following;
    m_isFollowing = following;
    showNew();
    if (isOther)
        emit followingChanged(following);
}

void TailTable::setWidths(const std::vector<int> &letters)
{
    for (std::size_t column = 0; column < letters.size(); ++column)
        setColumnWidth(int(column), letters[column] * fontMetrics().averageCharWidth());
}

QString TailTable::selectedTsv() const
{
    const auto line = [&](auto cell) {
        QStringList cells;
        for (int column = 0; column < m_model.columnCount(); ++column)
            if (!isColumnHidden(column))
                cells += cell(column);
        return cells.join(u'\t') + u'\n';
    };
    QString text = line([&](int column) { return m_model.headerData(column, Qt::Horizontal).toString(); });
    for (const int row : selectedRows())
        text += line([&](int column) {
            // A cell is one cell, whatever is in it.
            return m_model.copyText(row, column).replace(u'\t', u' ').replace(u'\n', u' ');
        });
    return text;
}

QString TailTable::selectedJson() const
{
    QJsonArray array;
    for (const int row : selectedRows())
        array.append(m_model.json(m_model.numberAt(row)));
    return QString::fromUtf8(QJsonDocument(array).toJson());
}

void TailTable::retranslate()
{
    showNew();
}

bool TailTable::event(QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        const auto *key = static_cast<QKeyEvent *>(event);
        const bool isCopy = key->matches(QKeySequence::Copy)
                         || (key->key() == Qt::Key_C && key->modifiers() == (Qt::ControlModifier | Qt::ShiftModifier));
        if (isCopy) // here it means the lines, not what the window copies otherwise
            event->accept();
    }
    return QTableView::event(event);
}

void TailTable::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Copy))
        return emit copyWanted(false);
    if (event->key() == Qt::Key_C && event->modifiers() == (Qt::ControlModifier | Qt::ShiftModifier))
        return emit copyWanted(true);
    const int rows = m_model.rowCount();
    const int column = std::max(0, currentIndex().column());
    if ((event->key() == Qt::Key_Home || event->key() == Qt::Key_End) && rows > 0
        && !(event->modifiers() & Qt::ShiftModifier)) {
        const bool toFirst = event->key() == Qt::Key_Home;
        setFollowing(!toFirst);
        setCurrentIndex(m_model.index(toFirst ? 0 : rows - 1, column));
        scrollTo(currentIndex()); // it may have been there before
        return;
    }
    const int before = currentIndex().row();
    QTableView::keyPressEvent(event);
    if (currentIndex().row() != before && currentIndex().row() + 1 < m_model.rowCount())
        setFollowing(false);
}

void TailTable::mousePressEvent(QMouseEvent *event)
{
    QTableView::mousePressEvent(event);
    if (indexAt(event->pos()).isValid())
        setFollowing(false); // what is looked at stays where it is
}

void TailTable::focusInEvent(QFocusEvent *event)
{
    // There is always a line that the keyboard and screen readers stand on: one in sight, not the oldest.
    if (!currentIndex().isValid() && m_model.rowCount() > 0) {
        const int inSight = m_isFollowing ? m_model.rowCount() - 1 : std::max(0, rowAt(1));
        selectionModel()->setCurrentIndex(m_model.index(inSight, 0), QItemSelectionModel::NoUpdate);
    }
    QTableView::focusInEvent(event);
}

void TailTable::resizeEvent(QResizeEvent *event)
{
    QTableView::resizeEvent(event);
    if (m_isFollowing)
        toEnd();
    showNew();
}

void TailTable::changeEvent(QEvent *event)
{
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        setRowHeight();
}

void TailTable::setRowHeight()
{
    const int height = fontMetrics().height() + std::max(4, fontMetrics().height() / 3);
    verticalHeader()->setMinimumSectionSize(height);
    verticalHeader()->setDefaultSectionSize(height);
}

void TailTable::noteAnchor(bool all)
{
    m_anchor = {};
    m_isMoving = true; // until restoreAnchor: rows that go may scroll by themselves
    const int height = verticalHeader()->defaultSectionSize(), top = verticalScrollBar()->value();
    const int row = top / height;
    if (row < m_model.rowCount()) {
        m_anchor.number = m_model.numberAt(row);
        m_anchor.above = top % height;
    }
    if (!all)
        return;
    for (const int selected : selectedRows())
        m_anchor.selected.push_back(m_model.numberAt(selected));
    m_anchor.hasCurrent = currentIndex().isValid();
    if (m_anchor.hasCurrent)
        m_anchor.current = m_model.numberAt(currentIndex().row());
}

void TailTable::restoreAnchor(bool all)
{
    const auto rowOf = [this](TailModel::Number number) {
        const int row = m_model.rowFrom(number);
        return row < m_model.rowCount() && m_model.numberAt(row) == number ? row : -1;
    };
    if (all) {
        QItemSelection selection;
        const int last = m_model.columnCount() - 1;
        for (const auto number : m_anchor.selected)
            if (const int row = rowOf(number); row >= 0)
                selection.select(m_model.index(row, 0), m_model.index(row, last));
        if (const int row = m_anchor.hasCurrent ? rowOf(m_anchor.current) : -1; row >= 0)
            selectionModel()->setCurrentIndex(m_model.index(row, 0), QItemSelectionModel::NoUpdate);
        selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect);
    }
    updateGeometries();
    if (m_isFollowing)
        toEnd();
    else
        toAnchor();
    m_isMoving = false;
}

void TailTable::toAnchor()
{
    const int row = m_model.rowFrom(m_anchor.number);
    const bool isThere = row < m_model.rowCount() && m_model.numberAt(row) == m_anchor.number;
    verticalScrollBar()->setValue(row * verticalHeader()->defaultSectionSize() + (isThere ? m_anchor.above : 0));
}

void TailTable::toEnd()
{
    const QScopedValueRollback moving(m_isMoving, true);
    verticalScrollBar()->setValue(verticalScrollBar()->maximum());
}

void TailTable::scrolled(int value)
{
    if (!m_isMoving && isVisible())
        setFollowing(value >= verticalScrollBar()->maximum());
}

void TailTable::appended(int rows)
{
    if (m_isFollowing)
        return toEnd();
    m_new += rows;
    showNew();
}

void TailTable::showNew()
{
    const bool wanted = !m_isFollowing && m_new > 0;
    if (wanted) {
        m_button->setText(tr("%n new", "lines that came at the end", m_new));
        m_button->adjustSize();
        const QRect area = viewport()->geometry();
        m_button->move(area.center().x() - m_button->width() / 2,
                       area.bottom() - m_button->height() - fontMetrics().height() / 2);
        m_button->raise();
    }
    m_button->setVisible(wanted);
}

std::vector<int> TailTable::selectedRows() const
{
    return selectedRowsOf(selectionModel()->selection());
}

} // namespace cheetah::gui
