// SPDX-License-Identifier: GPL-3.0-or-later
#include "settings/choicepages.h"

#include "actions/actions.h"
#include "session/languages.h"
#include "settings/keys.h"
#include "settings/settingrow.h"
#include "settings/settings.h"

#include <QtCore/QSignalBlocker>
#include <QtWidgets/QBoxLayout>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QLabel>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QSpinBox>

namespace cheetah::gui {

namespace {

/// The entry with that value, else the first.
void choose(QComboBox &box, const QString &value)
{
    const QSignalBlocker blocker(box);
    box.setCurrentIndex(std::max(0, box.findData(value)));
}

/// An entry's text anew, with the value that stands for it.
void put(QComboBox &box, const QString &text, const QString &value)
{
    const int index = box.findData(value);
    index < 0 ? box.addItem(text, value) : box.setItemText(index, text);
}

} // namespace

GeneralPage::GeneralPage(Settings &settings, const Theme &theme, QWidget *parent)
    : SettingsPage(settings, theme, parent),
      m_language(new QComboBox),
      m_start(new QComboBox),
      m_grace(new QSpinBox),
      m_languageRow(addRow(m_language)),
      m_startRow(addRow(m_start)),
      m_graceRow(addRow(m_grace))
{
    endRows();
    // A long choice must not crowd out what it is about.
    m_start->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_start->setMinimumContentsLength(26);
    m_grace->setRange(-1, keys::longestGraceSeconds);
    connect(m_language, &QComboBox::activated, this,
            [this] { this->settings().setValue(keys::language, m_language->currentData()); });
    connect(m_start, &QComboBox::activated, this,
            [this] { this->settings().setValue(keys::atStart, m_start->currentData()); });
    connect(m_grace, &QSpinBox::valueChanged, this, [this](int seconds) {
        seconds < 0 ? this->settings().remove(keys::graceSeconds)
                    : this->settings().setValue(keys::graceSeconds, seconds);
    });
    connect(m_languageRow, &SettingRow::resetWanted, this, [this] { this->settings().remove(keys::language); });
    connect(m_startRow, &SettingRow::resetWanted, this, [this] { this->settings().remove(keys::atStart); });
    connect(m_graceRow, &SettingRow::resetWanted, this, [this] { this->settings().remove(keys::graceSeconds); });
    retranslate();
    load();
}

QString GeneralPage::title() const
{
    return tr("General", "page of the settings");
}

void GeneralPage::retranslate()
{
    put(*m_language, tr("System", "the system's language"), QString());
    for (const QString &code : Languages::available())
        put(*m_language, Languages::nameOf(code), code);
    put(*m_start, tr("Look for a node here, else run one"), QStringLiteral("auto"));
    put(*m_start, tr("Start screen"), QStringLiteral("start"));
    m_grace->setSpecialValueText(tr("Automatic", "how long an action can be cancelled"));
    m_grace->setSuffix(tr(" s", "seconds, after a number"));
    m_languageRow->setTexts(tr("Language"), tr("Of everything in the console; changes at once."), tr("System"));
    m_startRow->setTexts(tr("At the start"), tr("What the console does when it is started without options."),
                         tr("look for a node here, else run one"));
    m_graceRow->setTexts(
        tr("Time to cancel"),
        tr("How long a confirmed action waits before it is sent. Automatic waits only where the node is "
           "not on this machine."),
        tr("automatic"));
}

void GeneralPage::load()
{
    choose(*m_language, settings().value(keys::language).toString());
    choose(*m_start, settings().value(keys::atStart, "auto").toString());
    bool isNumber = false;
    const int grace = settings().value(keys::graceSeconds).toInt(&isNumber);
    const QSignalBlocker blocker(m_grace);
    m_grace->setValue(isNumber ? grace : -1);
    m_languageRow->setIsStandard(m_language->currentIndex() == 0);
    m_startRow->setIsStandard(m_start->currentIndex() == 0);
    m_graceRow->setIsStandard(m_grace->value() < 0);
}

AppearancePage::AppearancePage(Settings &settings, const Theme &theme, QWidget *parent)
    : SettingsPage(settings, theme, parent),
      m_mode(new QComboBox),
      m_size(new QSpinBox),
      m_modeRow(addRow(m_mode)),
      m_sizeRow(addRow(m_size))
{
    endRows();
    m_size->setRange(keys::leastFontStep, keys::mostFontStep);
    connect(m_mode, &QComboBox::activated, this,
            [this] { this->settings().setValue(keys::theme, m_mode->currentData()); });
    connect(m_size, &QSpinBox::valueChanged, this,
            [this](int step) { this->settings().setValue(keys::fontStep, step); });
    connect(m_modeRow, &SettingRow::resetWanted, this, [this] { this->settings().remove(keys::theme); });
    connect(m_sizeRow, &SettingRow::resetWanted, this, [this] { this->settings().remove(keys::fontStep); });
    retranslate();
    load();
}

QString AppearancePage::title() const
{
    return tr("Appearance", "page of the settings");
}

void AppearancePage::retranslate()
{
    put(*m_mode, tr("System", "the system's theme"), QStringLiteral("system"));
    put(*m_mode, tr("Light", "theme"), QStringLiteral("light"));
    put(*m_mode, tr("Dark", "theme"), QStringLiteral("dark"));
    m_modeRow->setTexts(tr("Theme"), tr("Light or dark colours. System follows the desktop."), tr("System"));
    m_size->setSpecialValueText({});
    m_sizeRow->setTexts(tr("Size of text"), tr("Points more or less than the desktop's own size."), tr("0"));
}

void AppearancePage::load()
{
    choose(*m_mode, settings().value(keys::theme, "system").toString());
    const QSignalBlocker blocker(m_size);
    m_size->setValue(settings().value(keys::fontStep, 0).toInt());
    m_modeRow->setIsStandard(m_mode->currentIndex() == 0);
    m_sizeRow->setIsStandard(m_size->value() == 0);
}

DataPage::DataPage(Settings &settings, const Theme &theme, Actions &actions, QWidget *parent)
    : SettingsPage(settings, theme, parent),
      m_file(new QLabel),
      m_layoutText(new QLabel),
      m_everythingText(new QLabel),
      m_question(new QLabel),
      m_layout(new QPushButton),
      m_everything(new QPushButton),
      m_really(new QPushButton),
      m_keep(new QPushButton)
{
    for (QLabel *label : {m_file, m_layoutText, m_everythingText, m_question}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
    }
    m_file->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto *content = new QWidget;
    auto *column = new QVBoxLayout(content);
    column->setContentsMargins(0, Theme::space(2), 0, 0);
    column->setSpacing(Theme::space(2));
    const auto addButtons = [column](std::initializer_list<QWidget *> buttons) {
        auto *line = new QHBoxLayout;
        for (QWidget *button : buttons)
            line->addWidget(button);
        line->addStretch(1);
        column->addLayout(line);
        column->addSpacing(Theme::space(3));
    };
    column->addWidget(m_layoutText);
    addButtons({m_layout});
    column->addWidget(m_everythingText);
    column->addWidget(m_question);
    addButtons({m_everything, m_really, m_keep});
    column->addWidget(m_file);
    add(content);
    endRows();

    for (QPushButton *button : {m_layout, m_everything, m_really, m_keep})
        button->setAutoDefault(false);
    Theme::setTone(*m_really, Tone::Danger);
    connect(m_layout, &QPushButton::clicked, this, [this, &actions] {
        for (const char *group : keys::layout)
            this->settings().remove(QLatin1String(group));
        if (QAction *arrange = actions.find(QStringLiteral("layout.watch")))
            arrange->trigger();
    });
    connect(m_everything, &QPushButton::clicked, this, [this] { askBeforeReset(true); });
    connect(m_keep, &QPushButton::clicked, this, [this] { askBeforeReset(false); });
    connect(m_really, &QPushButton::clicked, this, [this] {
        this->settings().clear();
        askBeforeReset(false);
    });
    retranslate();
    askBeforeReset(false);
}

QString DataPage::title() const
{
    return tr("Data", "page of the settings");
}

void DataPage::askBeforeReset(bool asks)
{
    m_everything->setVisible(!asks);
    for (QWidget *part : std::initializer_list<QWidget *>{m_question, m_really, m_keep})
        part->setVisible(asks);
    if (asks)
        m_keep->setFocus(Qt::OtherFocusReason);
}

void DataPage::retranslate()
{
    m_layoutText->setText(tr("Panels, columns and sorting go back to how they were at first."));
    m_layout->setText(tr("Reset layout"));
    m_everythingText->setText(
        tr("Layout, shortcuts, language, theme and the addresses of the start screen are forgotten. "
           "Nothing changes at any node."));
    m_everything->setText(tr("Reset everything…"));
    m_question->setText(tr("Forget all choices made in this console? This cannot be undone."));
    m_really->setText(tr("Forget everything"));
    m_keep->setText(tr("Keep"));
    m_file->setText(tr("Kept in %1. It never holds tokens or what a deployment showed.").arg(settings().path()));
}

} // namespace cheetah::gui
