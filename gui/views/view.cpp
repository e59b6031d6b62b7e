// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/view.h"

#include "theme/theme.h"

#include <QtCore/QEvent>

namespace cheetah::gui {

View::View(ViewId id, Workspace &workspace, QWidget *parent) : QWidget(parent), m_id(id), m_workspace(workspace)
{
    connect(&workspace.theme, &Theme::changed, this, [this] { restyle(); });
}

QSize View::minimumSizeHint() const
{
    const QSize most(fontMetrics().averageCharWidth() * 26, fontMetrics().height() * 8);
    return QWidget::minimumSizeHint().boundedTo(most);
}

void View::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

} // namespace cheetah::gui
