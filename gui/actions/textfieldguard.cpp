// SPDX-License-Identifier: GPL-3.0-or-later
#include "actions/textfieldguard.h"

#include <QtCore/QEvent>
#include <QtGui/QKeyEvent>
#include <QtWidgets/QAbstractSpinBox>
#include <QtWidgets/QApplication>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QPlainTextEdit>
#include <QtWidgets/QTextEdit>

namespace cheetah::gui {

namespace {

bool takesText(const QWidget *widget)
{
    if (const auto *box = qobject_cast<const QComboBox *>(widget))
        return box->isEditable();
    if (const auto *edit = qobject_cast<const QPlainTextEdit *>(widget))
        return !edit->isReadOnly();
    if (const auto *edit = qobject_cast<const QTextEdit *>(widget))
        return !edit->isReadOnly();
    return qobject_cast<const QLineEdit *>(widget) || qobject_cast<const QAbstractSpinBox *>(widget);
}

/// Keys by which a field is left or which mean the same everywhere.
bool isForEverybody(int key)
{
    return key == Qt::Key_Escape || (key >= Qt::Key_F1 && key <= Qt::Key_F35);
}

} // namespace

TextFieldGuard::TextFieldGuard(QObject *parent) : QObject(parent)
{
    qApp->installEventFilter(this);
}

bool TextFieldGuard::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() != QEvent::ShortcutOverride)
        return QObject::eventFilter(watched, event);
    const auto *key = static_cast<QKeyEvent *>(event);
    const bool isSingle = (key->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier)) == 0;
    if (!isSingle || isForEverybody(key->key()) || !takesText(QApplication::focusWidget()))
        return QObject::eventFilter(watched, event);
    event->accept();
    return true;
}

} // namespace cheetah::gui
