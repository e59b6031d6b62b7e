// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtWidgets/QWidget>

#include <vector>

namespace cheetah::gui {

/// Everything about one thing of the map, beside it: a heading and rows of plain text. It takes no input, so that the map
/// below goes on hearing the mouse. Owned by the map.
class TopologyCard : public QWidget {
    Q_OBJECT

public:
    using Rows = std::vector<std::pair<QString, QString>>;

    explicit TopologyCard(QWidget *parent);

    void setContent(const QString &heading, const Rows &rows);
    /// Beside `where` and inside `bounds`, both in the parent's coordinates; of a wide thing near `pointer`.
    void popUp(const QRect &where, QPoint pointer, const QRect &bounds);
    const Rows &rows() const { return m_rows; }
    const QString &heading() const { return m_heading; }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void fit();
    int padding() const { return fontMetrics().height() * 2 / 3; }
    QFont headingFont() const;

    QString m_heading;
    Rows m_rows;
    int m_names = 0; ///< width of the left column
};

} // namespace cheetah::gui
