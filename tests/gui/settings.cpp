// SPDX-License-Identifier: Apache-2.0
#include "settings/settings.h"

#include "actions/actions.h"
#include "settings/aboutdialog.h"
#include "settings/keys.h"
#include "settings/settingrow.h"
#include "settings/settingsdialog.h"
#include "settings/shortcutmodel.h"
#include "settings/shortcuts.h"
#include "settings/shortcutsheet.h"
#include "support/guitest.h"

#include <QtCore/QFile>
#include <QtCore/QTemporaryDir>
#include <QtTest/QAbstractItemModelTester>
#include <QtTest/QSignalSpy>
#include <QtTest/QTest>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QKeySequenceEdit>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QListWidget>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QSpinBox>
#include <QtWidgets/QTableView>
#include <QtWidgets/QToolButton>

#include <gtest/gtest.h>

namespace cheetah::gui {
namespace {

struct SettingsTest : testing::Test {
    QTemporaryDir folder;
    const QString file = folder.filePath("console.ini");
    Theme theme;

    void write(const QByteArray &bytes) const
    {
        QFile target(file);
        ASSERT_TRUE(target.open(QIODevice::WriteOnly));
        target.write(bytes);
    }
    static QAction *add(Actions &actions, const QString &id, const QString &text, const QKeySequence &keys)
    {
        Actions::Spec spec;
        spec.id = id;
        spec.group = QStringLiteral("view");
        spec.text = [text] { return text; };
        spec.shortcut = keys;
        return actions.add(spec);
    }
};

TEST_F(SettingsTest, GarbageIsSaidOnceAndKeptAside)
{
    const QByteArray garbage("\x7f"
                             "ELF\x01\x02 no settings at all\n[half\n===\n\xff\xfe");
    write(garbage);
    {
        Settings settings(file);
        EXPECT_TRUE(settings.complaint().contains(file));
        EXPECT_EQ(settings.value(keys::theme, "system").toString(), "system");
        settings.setValue(keys::theme, "dark");
        settings.sync();
    }
    QFile aside(file + ".broken");
    ASSERT_TRUE(aside.open(QIODevice::ReadOnly));
    EXPECT_EQ(aside.readAll(), garbage);
    Settings again(file);
    EXPECT_TRUE(again.complaint().isEmpty());
    EXPECT_EQ(again.value(keys::theme).toString(), "dark");
}

TEST_F(SettingsTest, ValuesOfAnotherKindDoNoHarm)
{
    write("[appearance]\ntheme=@Rect(1 2 3 "
          "4)\nfontStep=huge\n[actions]\ngraceSeconds=-99999999999\n[general]\nlanguage=\"\\x0\"\natStart=7\n");
    Settings settings(file);
    Actions actions;
    SettingsDialog dialog(settings, theme, actions);
    dialog.show();
    for (const QComboBox *box : dialog.findChildren<QComboBox *>())
        EXPECT_EQ(box->currentIndex(), 0);
    EXPECT_TRUE(settings.complaint().isEmpty());
}

TEST_F(SettingsTest, ChangesGoToTheSettingsAtOnceAndBack)
{
    Settings settings(file);
    Actions actions;
    SettingsDialog dialog(settings, theme, actions);
    dialog.showPage(1);
    dialog.show();
    QSignalSpy changed(&settings, &Settings::changed);
    QSpinBox *size = nullptr;
    for (SettingRow *row : dialog.findChildren<SettingRow *>())
        if (row->isVisible() && qobject_cast<QSpinBox *>(row->control()))
            size = static_cast<QSpinBox *>(row->control());
    ASSERT_TRUE(size);
    auto *reset = size->parentWidget()->findChild<QToolButton *>();
    EXPECT_FALSE(reset->isEnabled());
    size->setFocus();
    QTest::keyClick(size, Qt::Key_Up);
    EXPECT_EQ(settings.value(keys::fontStep).toInt(), 1);
    EXPECT_GE(changed.count(), 1);
    EXPECT_TRUE(reset->isEnabled());
    reset->click();
    EXPECT_FALSE(settings.value(keys::fontStep).isValid());
    EXPECT_EQ(size->value(), 0);
}

TEST_F(SettingsTest, SearchFindsSettingsOnAllPages)
{
    Settings settings(file);
    Actions actions;
    add(actions, "lease.release", "&Release…", Qt::Key_Delete);
    SettingsDialog dialog(settings, theme, actions);
    dialog.show();
    auto *search = dialog.findChild<QLineEdit *>();
    auto *list = dialog.findChild<QListWidget *>();
    const auto shown = [list] {
        int count = 0;
        for (int row = 0; row < list->count(); ++row)
            count += !list->item(row)->isHidden();
        return count;
    };
    EXPECT_EQ(shown(), 4);
    search->setText("dark colours");
    EXPECT_EQ(shown(), 1);
    EXPECT_EQ(list->currentItem()->text(), "Appearance");
    search->setText("release");
    EXPECT_EQ(list->currentItem()->text(), "Keyboard");
    search->setText("nothing of this name");
    EXPECT_EQ(shown(), 0);
    search->clear();
    EXPECT_EQ(shown(), 4);
    testgui::saveShot(dialog, "settings");
}

TEST_F(SettingsTest, ShortcutsAreReboundAndConflictsTold)
{
    Settings settings(file);
    Actions actions;
    QAction *filter = add(actions, "view.filter", "&Filter", QKeySequence("Ctrl+L"));
    QAction *explain = add(actions, "explain.selected", "&Explain…", QKeySequence("Ctrl+E"));
    const Shortcuts shortcuts(settings, actions);
    ShortcutModel model(actions, theme);
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    EXPECT_EQ(model.conflict(filter, QKeySequence("Ctrl+E")), explain);
    EXPECT_EQ(model.conflict(filter, QKeySequence("Ctrl+E, Ctrl+X")), explain) << "one that begins with it";
    EXPECT_EQ(model.conflict(filter, QKeySequence("Ctrl+L")), nullptr);
    EXPECT_EQ(model.search({"expl"}), 1);
    EXPECT_EQ(model.search({}), 2);
    EXPECT_EQ(model.data(model.index(1, 0), Qt::AccessibleTextRole).toString(), "Explain, Ctrl+E");

    SettingsDialog dialog(settings, theme, actions);
    dialog.showPage(2);
    dialog.show();
    auto *keys = dialog.findChild<QKeySequenceEdit *>();
    dialog.findChild<QTableView *>()->selectRow(0);
    keys->setKeySequence(QKeySequence("Ctrl+E"));
    emit keys->editingFinished();
    EXPECT_EQ(filter->shortcut(), QKeySequence("Ctrl+L")) << "not taken away silently";
    QPushButton *take = nullptr;
    for (QPushButton *button : dialog.findChildren<QPushButton *>())
        if (button->isVisible() && button->text() == "Use it here")
            take = button;
    ASSERT_TRUE(take);
    take->click();
    EXPECT_EQ(filter->shortcut(), QKeySequence("Ctrl+E"));
    EXPECT_TRUE(explain->shortcut().isEmpty());

    Actions next; // another window, later
    QAction *nextFilter = add(next, "view.filter", "&Filter", QKeySequence("Ctrl+L"));
    const Shortcuts nextShortcuts(settings, next);
    EXPECT_EQ(nextFilter->shortcut(), QKeySequence("Ctrl+E"));
    EXPECT_EQ(Shortcuts::standard(*nextFilter), QKeySequence("Ctrl+L"));
    settings.clear();
    EXPECT_EQ(nextFilter->shortcut(), QKeySequence("Ctrl+L"));
    EXPECT_EQ(explain->shortcut(), QKeySequence("Ctrl+E"));
}

TEST_F(SettingsTest, EverythingIsForgottenOnlyWhenAskedTwice)
{
    Settings settings(file);
    settings.setValue(keys::theme, "dark");
    settings.setValue("tables/assignments/columns", "a");
    Actions actions;
    int arranged = 0;
    QObject::connect(add(actions, "layout.watch", "Watch", {}), &QAction::triggered, &actions,
                     [&arranged] { ++arranged; });
    SettingsDialog dialog(settings, theme, actions);
    dialog.showPage(3);
    dialog.show();
    const auto press = [&dialog](const QString &text) {
        for (QPushButton *button : dialog.findChildren<QPushButton *>())
            if (button->isVisible() && button->text() == text)
                return button->click(), true;
        return false;
    };
    EXPECT_TRUE(press("Reset layout"));
    EXPECT_EQ(arranged, 1);
    EXPECT_FALSE(settings.value("tables/assignments/columns").isValid());
    EXPECT_EQ(settings.value(keys::theme).toString(), "dark");
    EXPECT_FALSE(press("Forget everything"));
    EXPECT_TRUE(press("Reset everything…"));
    EXPECT_TRUE(press("Keep"));
    EXPECT_EQ(settings.value(keys::theme).toString(), "dark");
    EXPECT_TRUE(press("Reset everything…"));
    EXPECT_TRUE(press("Forget everything"));
    EXPECT_FALSE(settings.value(keys::theme).isValid());
}

TEST_F(SettingsTest, EveryControlHasAName)
{
    Settings settings(file);
    Actions actions;
    add(actions, "lease.release", "&Release…", Qt::Key_Delete);
    SettingsDialog dialog(settings, theme, actions);
    ShortcutSheet sheet(actions, theme);
    AboutDialog about(theme);
    for (QDialog *window : std::initializer_list<QDialog *>{&dialog, &sheet, &about}) {
        window->show();
        EXPECT_FALSE(window->windowTitle().isEmpty());
        for (QWidget *widget : window->findChildren<QWidget *>()) {
            const bool isEditor = widget->parentWidget() && !widget->parentWidget()->accessibleName().isEmpty();
            if (widget->focusPolicy() == Qt::NoFocus || isEditor || !widget->isVisibleTo(window))
                continue;
            const bool needsName = qobject_cast<QComboBox *>(widget) || qobject_cast<QSpinBox *>(widget)
                                || qobject_cast<QToolButton *>(widget);
            EXPECT_TRUE(!needsName || !widget->accessibleName().isEmpty()) << widget->metaObject()->className();
        }
    }
}

} // namespace
} // namespace cheetah::gui
