// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "filter/expression.h"

#include <QtWidgets/QWidget>

class QHBoxLayout;

namespace cheetah::gui {

class Theme;

/// The parts of the filter in force, each with a button that takes it out. As many as there is room for; the rest is
/// counted. Owned by a FilterField.
class FilterChips : public QWidget {
    Q_OBJECT

public:
    explicit FilterChips(Theme &theme, QWidget *parent = nullptr);

    void setExpression(const Expression &expression);

signals:
    void removed(std::size_t part);

private:
    Theme &m_theme;
    QHBoxLayout *m_layout;
    QString m_shown; ///< the text whose parts stand there
    int m_width = 0; ///< for which they were laid out
};

} // namespace cheetah::gui
