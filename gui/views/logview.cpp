// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/logview.h"

#include "filter/logfields.h"
#include "models/logmodel.h"
#include "session/words.h"
#include "settings/settings.h"
#include "views/logsaver.h"
#include "views/tailtable.h"
#include "widgets/banner.h"
#include "widgets/emptystate.h"

#include <QtCore/QDir>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QFileDialog>
#include <QtWidgets/QMenu>
#include <QtWidgets/QToolButton>

namespace cheetah::gui {

namespace {

constexpr std::array choices = {LogLevel::Debug, LogLevel::Info, LogLevel::Warning, LogLevel::Error};
constexpr auto levelKey = "log/level";

} // namespace

LogView::LogView(Workspace &workspace, QWidget *parent)
    : TailView(ViewId::Log, workspace, QStringLiteral("log"), parent),
      m_model(new LogModel(workspace.log, workspace.theme, this)),
      m_level(new QComboBox(this)),
      m_save(new QToolButton(this))
{
    setUp(m_model, {15, 16, 18, 80});
    addControl(m_level);
    addControl(m_save);
    for (std::size_t i = 0; i < choices.size(); ++i)
        m_level->addItem({});
    const QString kept = workspace.settings.value(levelKey, QStringLiteral("info")).toString();
    for (std::size_t i = 0; i < choices.size(); ++i)
        if (kept.toStdString() == levelName(choices[i]))
            m_level->setCurrentIndex(int(i));
    m_model->setLeast(choices[std::size_t(m_level->currentIndex())]);
    connect(m_level, &QComboBox::currentIndexChanged, this, [this](int index) {
        const LogLevel level = choices[std::size_t(std::max(0, index))];
        m_model->setLeast(level);
        this->workspace().settings.setValue(levelKey, text(levelName(level)));
    });
    connect(m_save, &QToolButton::clicked, this, &LogView::chooseFile);
    LogView::retranslate();
    LogView::restyle();
}

QString LogView::title() const
{
    return tr("Log");
}

const FieldSet &LogView::fieldSet() const
{
    return logFields();
}

std::vector<ValueSuggestion> LogView::valueSuggestions(const QString &field, const QString &part) const
{
    return m_model->values(field, part);
}

QString LogView::about() const
{
    const auto dropped = workspace().log.dropped();
    return dropped == 0 ? QString()
                        : tr("%n older lines were dropped.", nullptr, int(std::min<std::uint64_t>(dropped, 1 << 30)));
}

void LogView::setEmpty(EmptyState &empty) const
{
    empty.set(Glyph::Log, tr("Nothing was logged yet."),
              tr("Lines of the console, an embedded node and the browsers started here appear here."));
}

void LogView::fillMenu(QMenu &menu, const QModelIndex &)
{
    menu.addAction(workspace().theme.icon(Glyph::Export), tr("Save what is shown…"), this, &LogView::chooseFile);
}

void LogView::chooseFile()
{
    auto *dialog = new QFileDialog(this, tr("Save the log"), QDir::homePath(), tr("Log files (*.log);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("log"));
    dialog->selectFile(QStringLiteral("cheetah.log"));
    connect(dialog, &QFileDialog::fileSelected, this, &LogView::saveTo);
    dialog->open();
}

void LogView::saveTo(const QString &path)
{
    std::vector<LogLine> lines;
    lines.reserve(std::size_t(m_model->rowCount()));
    for (int row = 0; row < m_model->rowCount(); ++row)
        if (const LogLine *line = m_model->lineAt(row))
            lines.push_back(*line);
    auto *saver = new LogSaver(path, std::move(lines), this);
    connect(saver, &LogSaver::finished, this, [this, path](int count, const QString &failure) {
        const QString name = QDir::toNativeSeparators(path);
        if (failure.isEmpty())
            banner().tell({.tone = Tone::Ok,
                           .text = tr("%n lines were saved to %1.", nullptr, count).arg(name),
                           .action = {},
                           .details = {}});
        else
            banner().tell({.tone = Tone::Danger,
                           .text = tr("The log could not be saved to %1: %2.").arg(name, failure),
                           .action = {},
                           .details = {}});
    });
}

void LogView::retranslate()
{
    m_level->setItemText(0, tr("All levels"));
    m_level->setItemText(1, tr("Info and above"));
    m_level->setItemText(2, tr("Warnings and errors"));
    m_level->setItemText(3, tr("Errors only"));
    m_level->setAccessibleName(tr("Lowest level shown"));
    m_save->setToolTip(tr("Save what is shown as a file"));
    m_save->setAccessibleName(tr("Save the log"));
    m_model->retranslate();
    TailView::retranslate();
}

void LogView::restyle()
{
    m_save->setIcon(workspace().theme.icon(Glyph::Export));
    m_model->restyle();
    TailView::restyle();
}

} // namespace cheetah::gui
