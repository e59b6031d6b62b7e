// SPDX-License-Identifier: GPL-3.0-or-later
#include "settings/aboutdialog.h"

#include "base/version.h"

#include <QtGui/QClipboard>
#include <QtGui/QGuiApplication>
#include <QtWidgets/QBoxLayout>
#include <QtWidgets/QDialogButtonBox>
#include <QtWidgets/QLabel>
#include <QtWidgets/QPushButton>

namespace cheetah::gui {

AboutDialog::AboutDialog(const Theme &theme, QWidget *parent) : QDialog(parent)
{
    setObjectName(QStringLiteral("about"));
    setWindowTitle(tr("About Cheetah"));
    auto *picture = new QLabel;
    const int side = Theme::space(24);
    picture->setPixmap(Theme::programIcon().pixmap(QSize(side, side), devicePixelRatioF()));
    picture->setAccessibleName(tr("A cheetah's face within a ring"));
    auto *name = new QLabel(tr("Cheetah", "the program"));
    name->setFont(theme.font(TextRole::Title));
    const QString versions =
        tr("Version %1, with Qt %2").arg(QString::fromStdString(cheetah::version), QString::fromLatin1(qVersion()));
    auto *version = new QLabel(versions);
    version->setForegroundRole(QPalette::PlaceholderText);
    auto *what =
        new QLabel(tr("Leases on browser tabs for tasks that share them: who holds what, for how long, and what "
                      "became of a command."));
    auto *licences = new QLabel(
        tr("The console is licensed under the GNU General Public License, version 3 or later; engine and "
           "programs without a window under the Apache License, version 2.0. It uses Qt (LGPL 3), QCustomPlot "
           "(GPL 3), simdjson and hiredis. It comes without any warranty."));
    auto *text = new QVBoxLayout;
    text->addWidget(name);
    text->addWidget(version);
    for (QLabel *label : {what, licences}) {
        label->setWordWrap(true);
        label->setMinimumWidth(fontMetrics().averageCharWidth() * 56);
        text->addSpacing(Theme::space(2));
        text->addWidget(label);
    }
    for (QLabel *label : {name, version, what, licences}) {
        label->setTextFormat(Qt::PlainText);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    }
    text->addStretch(1);
    auto *columns = new QHBoxLayout;
    columns->setSpacing(Theme::space(6));
    columns->addWidget(picture, 0, Qt::AlignTop);
    columns->addLayout(text, 1);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    QPushButton *copy = buttons->addButton(tr("Copy version"), QDialogButtonBox::ActionRole);
    connect(copy, &QPushButton::clicked, this, [versions] { QGuiApplication::clipboard()->setText(versions); });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(Theme::space(6), Theme::space(6), Theme::space(6), Theme::space(4));
    layout->setSpacing(Theme::space(4));
    layout->addLayout(columns, 1);
    layout->addWidget(buttons);
    QPushButton *close = buttons->button(QDialogButtonBox::Close);
    close->setText(tr("Close", "button"));
    close->setFocus();
}

} // namespace cheetah::gui
