// SPDX-License-Identifier: GPL-3.0-or-later
#include "filter/completionlist.h"

#include "filter/completionmodel.h"

#include <QtGui/QPainter>
#include <QtWidgets/QApplication>
#include <QtWidgets/QScrollBar>
#include <QtWidgets/QStyledItemDelegate>

#include <algorithm>

namespace cheetah::gui {

namespace {

constexpr int mostRows = 10;

/// The text on the left, its detail on the right and fainter.
class CompletionDelegate final : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    static int gap(const QFontMetrics &metrics) { return metrics.horizontalAdvance(QLatin1Char('x')); }

    void paint(QPainter *painter, const QStyleOptionViewItem &item, const QModelIndex &index) const override
    {
        QStyleOptionViewItem option = item;
        initStyleOption(&option, index);
        option.text.clear();
        const QStyle &style = *option.widget->style();
        style.drawControl(QStyle::CE_ItemViewItem, &option, painter, option.widget);

        const int space = gap(option.fontMetrics);
        const QRect rect = option.rect.adjusted(space, 0, -space, 0);
        const QString text = index.data().toString(), detail = index.data(CompletionModel::DetailRole).toString();
        const int beside = rect.width() - option.fontMetrics.horizontalAdvance(text) - 2 * space;
        // Advances are rounded: a text may need a pixel more than it says.
        const int detailWidth = detail.isEmpty() ? 0
                                                 : std::min(option.fontMetrics.horizontalAdvance(detail) + 1,
                                                            std::max(beside, rect.width() / 3));
        const bool isChosen = option.state & QStyle::State_Selected;
        const auto draw = [&](const QRect &where, const QString &what, Qt::Alignment alignment,
                              QPalette::ColorRole role) {
            painter->setPen(option.palette.color(isChosen ? QPalette::HighlightedText : role));
            painter->drawText(where, int(alignment | Qt::AlignVCenter) | Qt::TextSingleLine,
                              option.fontMetrics.elidedText(what, Qt::ElideRight, where.width()));
        };
        painter->save();
        draw(rect.adjusted(0, 0, -(detailWidth ? detailWidth + 2 * space : 0), 0), text, Qt::AlignLeft, QPalette::Text);
        draw(QRect(rect.right() + 1 - detailWidth, rect.top(), detailWidth, rect.height()), detail, Qt::AlignRight,
             QPalette::PlaceholderText);
        painter->restore();
    }

    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const QFontMetrics &metrics = option.fontMetrics;
        const auto wide = [&](int role) { return metrics.horizontalAdvance(index.data(role).toString()); };
        return {wide(Qt::DisplayRole) + wide(CompletionModel::DetailRole) + 6 * gap(metrics), metrics.height() * 3 / 2};
    }
};

} // namespace

CompletionList::CompletionList(QWidget *parent) : QListView(parent), m_model(new CompletionModel(this))
{
    hide();
    setModel(m_model);
    setItemDelegate(new CompletionDelegate(this));
    setFocusPolicy(Qt::NoFocus);
    setUniformItemSizes(true);
    setEditTriggers(NoEditTriggers);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setMouseTracking(true);
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    connect(this, &QListView::clicked, this,
            [this](const QModelIndex &index) { emit accepted(m_model->at(index.row())); });
}

void CompletionList::open(QWidget &anchor, int x, std::vector<Completion> completions)
{
    setParent(anchor.window());
    ensurePolished();
    setAccessibleName(tr("Completions"));
    m_model->set(std::move(completions));
    setCurrentIndex({});
    scrollToTop();
    place(anchor, x);
    show();
    raise();
}

void CompletionList::place(QWidget &anchor, int x)
{
    const QWidget &window = *anchor.window();
    const QPoint below = anchor.mapTo(&window, QPoint(x, anchor.height()));
    const int above = below.y() - anchor.height();
    int wide = 0;
    for (int row = 0; row < m_model->rowCount(); ++row)
        wide = std::max(wide, sizeHintForIndex(m_model->index(row)).width());
    const int rowHeight = std::max(1, sizeHintForRow(0)), frame = 2 * frameWidth();
    const bool isBelow = window.height() - below.y() >= std::min(mostRows, m_model->rowCount()) * rowHeight + frame
                      || window.height() - below.y() >= above;
    const int room = (isBelow ? window.height() - below.y() : above) - frame;
    const int rows = std::clamp(room / rowHeight, 1, std::min(mostRows, m_model->rowCount()));
    const bool hasBar = rows < m_model->rowCount();
    const int width = std::min(wide + frame + (hasBar ? verticalScrollBar()->sizeHint().width() : 0),
                               std::max(anchor.width(), window.width() / 2));
    const int height = rows * rowHeight + frame;
    const int left = std::clamp(below.x(), 0, std::max(0, window.width() - width));
    setGeometry(left, isBelow ? below.y() : above - height, width, height);
}

void CompletionList::moveChoice(int rows)
{
    const int count = m_model->rowCount();
    const int from = currentIndex().isValid() ? currentIndex().row() : rows > 0 ? -1 : count;
    int to = from + rows;
    if (std::abs(rows) > 1)
        to = std::clamp(to, 0, count - 1);
    setCurrentIndex(m_model->index((to + count) % count));
}

Completion CompletionList::choice() const
{
    return m_model->at(hasChoice() ? currentIndex().row() : 0);
}

} // namespace cheetah::gui
