// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/clock.h"
#include "filter/expression.h"

#include <QtCore/QAbstractTableModel>
#include <QtCore/QTimer>

#include <deque>
#include <optional>

namespace cheetah::gui {

/// The newest lines of an endless text that somebody else keeps in bounded memory, those of them that pass a filter. Lines
/// come at the end and go at the front, both at most once a frame however fast they come; another filter is worked out in
/// slices between which the loop turns, and shown when it is done. Lines are told by numbers that are never used again.
/// It does nothing while inactive and takes in nothing new while paused. Owned by its view.
class TailModel : public QAbstractTableModel {
    Q_OBJECT

public:
    using Number = std::uint64_t;
    static constexpr Millis frame{16};
    static constexpr std::chrono::milliseconds slice{6};

    explicit TailModel(QObject *parent = nullptr);

    bool isActive() const { return m_isActive; }
    void setActive(bool active);
    bool isPaused() const { return m_isPaused; }
    void setPaused(bool paused);
    /// Null: everything.
    void setFilter(ExpressionPtr filter);
    const ExpressionPtr &filter() const { return m_filter; }
    /// Asks the filter about every line again: time moved on, or what else is admitted changed.
    void refilter();
    bool isRefiltering() const { return m_rebuild.has_value(); }
    /// Anything left to do; for tests.
    bool isSettled() const { return !m_frame.isActive(); }

    int rowCount(const QModelIndex &parent = {}) const override;
    Number numberAt(int row) const { return m_rows[std::size_t(row)]; }
    /// The row of this line, or of the first one after it; rowCount() if there is none.
    int rowFrom(Number number) const;
    /// Lines there are, with those that the filter hides.
    std::size_t total() const { return std::size_t(m_end - m_first); }
    /// Lines that wait for the end of a pause.
    std::size_t waiting() const { return m_isPaused ? std::size_t(m_end - std::max(m_seen, m_first)) : 0; }
    /// Works off what is to do, as much as fits into a slice. Called by a timer.
    void advance();

    /// The text of a cell as filters compare it.
    virtual QString fieldText(Number number, FieldIndex field) const = 0;
    /// Name of the field that a column shows; null: cannot be filtered for.
    virtual const char *fieldOf(int column) const = 0;
    /// All that is known of a line, for copying.
    virtual QJsonObject json(Number number) const = 0;
    /// The cell as text for copying.
    virtual QString copyText(int row, int column) const;

signals:
    /// Of the refiltering under way; 100 when it is done or was given up.
    void progressed(int percent);
    /// rowCount, total or waiting may be others than before.
    void countsChanged();
    /// Rows go at the front, or a filter changes them: note what is in sight. With `all`, every row goes and comes anew.
    void aboutToRearrange(bool all);
    void rearranged(bool all);
    /// Rows came at the end.
    void appended(int rows);

protected:
    virtual std::size_t sourceSize() const = 0;
    /// The row that is asked about, from now until the next one. The line is there.
    virtual const FieldReader &read(Number number) const = 0;
    /// Before rows are read at one moment.
    virtual void beginPass() {}
    /// Whether a line is shown at all, apart from the filter.
    virtual bool admits(Number) const { return true; }

    /// For subclasses that hear of their source: `removed` lines went from the front and others may stand at the end.
    void sourceChanged(int removed);
    /// Everything went.
    void sourceCleared();
    bool has(Number number) const { return number >= m_first && number < m_first + sourceSize(); }
    std::size_t sourceIndex(Number number) const { return std::size_t(number - m_first); }

private:
    struct Rebuild {
        std::deque<Number> rows;
        Number next = 0;
    };

    void schedule();
    void dropFront();
    bool matches(Number number) const;
    template <class Take>
    void evaluate(Number &next, Number end, Take take);
    void advanceRebuild();
    void takeNew();
    void replaceRows(const std::deque<Number> &rows);

    ExpressionPtr m_filter;
    std::deque<Number> m_rows;        ///< what is shown, ascending
    Number m_first = 0, m_end = 0;    ///< what the source has
    Number m_seen = 0;                ///< the filter was asked about everything before this
    std::optional<Rebuild> m_rebuild; ///< another filter that is being worked out
    bool m_isActive = false, m_isPaused = false;
    QTimer m_frame;
};

} // namespace cheetah::gui
