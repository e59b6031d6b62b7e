// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/evidenceview.h"

#include "models/commandmodel.h"
#include "session/session.h"
#include "session/words.h"
#include "theme/theme.h"
#include "views/evidencechecklist.h"
#include "views/userbox.h"

#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtGui/QClipboard>
#include <QtGui/QFontDatabase>
#include <QtGui/QGuiApplication>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QGridLayout>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QPlainTextEdit>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QSplitter>
#include <QtWidgets/QTableView>

namespace cheetah::gui {

namespace {

enum What { ByCommand, ByTask };
constexpr std::uint32_t mostRecent = 200;
constexpr qsizetype mostRawText = 64 * 1024;

} // namespace

EvidenceView::EvidenceView(Workspace &workspace, QWidget *parent) : View(ViewId::Evidence, workspace, parent)
{
    m_userLabel = new QLabel(this);
    m_user = new UserBox(this);
    m_userLabel->setBuddy(m_user);
    m_what = new QComboBox(this);
    m_what->addItem({}, ByCommand);
    m_what->addItem({}, ByTask);
    m_idLabel = new QLabel(this);
    m_id = new QLineEdit(this);
    m_id->setMaxLength(256);
    m_id->setClearButtonEnabled(true);
    m_idLabel->setBuddy(m_id);
    m_lookUp = new QPushButton(this);
    m_recent = new QPushButton(this);
    m_copy = new QPushButton(this);
    for (QPushButton *button : {m_lookUp, m_recent, m_copy})
        button->setAutoDefault(false);
    m_message = new QLabel(this);
    m_message->setTextFormat(Qt::PlainText);
    m_message->setWordWrap(true);

    m_model = new CommandModel(workspace.theme, this);
    m_table = new QTableView(this);
    m_table->setModel(m_model);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setAlternatingRowColors(true);
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 8);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->resizeSection(CommandModel::Stage, fontMetrics().averageCharWidth() * 22);
    m_table->setTabKeyNavigation(false);

    auto *detail = new QWidget(this);
    auto *column = new QVBoxLayout(detail);
    column->setContentsMargins(0, 0, 0, 0);
    m_checklist = new EvidenceChecklist(workspace.words, workspace.theme, detail);
    m_raw = new QPlainTextEdit(detail);
    m_raw->setReadOnly(true);
    m_raw->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_raw->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    column->addWidget(m_checklist);
    column->addWidget(m_raw, 1);
    column->addWidget(m_copy, 0, Qt::AlignRight);
    auto *splitter = new QSplitter(Qt::Horizontal, this);
    splitter->addWidget(m_table);
    splitter->addWidget(detail);
    const int unit = fontMetrics().averageCharWidth();
    detail->setMinimumWidth(unit * 30);
    splitter->setSizes({unit * 90, unit * 66});
    splitter->setStretchFactor(0, 1);
    splitter->setStretchFactor(1, 1);
    splitter->setChildrenCollapsible(false);

    auto *grid = new QGridLayout(this);
    grid->setColumnStretch(3, 1);
    grid->addWidget(m_userLabel, 0, 0);
    grid->addWidget(m_user, 0, 1);
    grid->addWidget(m_what, 0, 2);
    grid->addWidget(m_id, 0, 3);
    grid->addWidget(m_lookUp, 0, 4);
    grid->addWidget(m_recent, 0, 5);
    grid->addWidget(m_message, 1, 0, 1, 6);
    grid->addWidget(splitter, 2, 0, 1, 6);
    grid->setRowStretch(2, 1);
    m_idLabel->hide();

    connect(m_lookUp, &QPushButton::clicked, this, &EvidenceView::ask);
    connect(m_id, &QLineEdit::returnPressed, this, &EvidenceView::ask);
    connect(m_recent, &QPushButton::clicked, this, &EvidenceView::showRecent);
    connect(m_what, &QComboBox::currentIndexChanged, this, [this] { retranslate(); });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] { showSelected(); });
    connect(m_table, &QTableView::activated, this, [this](const QModelIndex &index) {
        if (const auto &context = m_model->record(index.row()).context)
            this->workspace().session.navigator().showObject(*context);
    });
    connect(m_copy, &QPushButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(m_raw->toPlainText()); });
    setFocusProxy(m_id);
    retranslate();
    showSelected();
}

QString EvidenceView::title() const
{
    return tr("Evidence");
}

void EvidenceView::show(const UserId &user, const CommandId &command)
{
    m_user->setEditText(text(user.text()));
    m_what->setCurrentIndex(ByCommand);
    m_id->setText(text(command.text()));
    ask();
}

void EvidenceView::show(const UserId &user, const TaskId &task)
{
    m_user->setEditText(text(user.text()));
    m_what->setCurrentIndex(ByTask);
    m_id->setText(text(task.text()));
    ask();
}

void EvidenceView::ask()
{
    m_wasShown = true;
    const auto user = UserId::parse(m_user->currentText().trimmed().toStdString());
    const std::string id = m_id->text().trimmed().toStdString();
    if (!user || id.empty())
        return tell(tr("Type whose command it is and its id, or show the recent ones."));
    tell(tr("Asking the node…"));
    m_asked.reset();
    Requests &requests = workspace().session.requests();
    const auto reply = [this](Result<EvidenceFound> found) { take(found); };
    if (m_what->currentIndex() == ByCommand) {
        const auto command = CommandId::parse(id);
        if (!command)
            return tell(workspace().words.error(command.error()));
        requests.evidence(*user, *command, m_asked, reply);
    } else {
        const auto task = TaskId::parse(id);
        if (!task)
            return tell(workspace().words.error(task.error()));
        requests.evidence(*user, *task, m_asked, reply);
    }
}

void EvidenceView::take(const Result<EvidenceFound> &found)
{
    m_ofTask.reset();
    if (!found) {
        m_model->show({});
        showSelected();
        return tell(workspace().words.error(found.error()));
    }
    if (m_what->currentIndex() == ByTask)
        m_ofTask = found->answers;
    m_model->show(found->commands);
    tell(found->commands.empty() ? tr("There is no evidence of any command of this task.") : QString());
    if (!found->commands.empty() && !m_ofTask)
        m_table->selectRow(0);
    showSelected();
}

void EvidenceView::showRecent()
{
    m_wasShown = true;
    m_ofTask.reset();
    const auto user = UserId::parse(m_user->currentText().trimmed().toStdString());
    tell(tr("Asking the node…"));
    m_asked.reset();
    workspace().session.requests().commands(user ? *user : UserId(), mostRecent, m_asked,
                                            [this](Result<CommandsFound> found) { takeRecent(found); });
}

void EvidenceView::takeRecent(const Result<CommandsFound> &found)
{
    if (!found)
        return tell(workspace().words.error(found.error()));
    m_model->show(found->commands);
    tell(found->commands.empty()
             ? tr("No command was sent lately. Lease a tab and send one: cheetahctl send HANDLE navigate")
             : QString());
    showSelected();
}

void EvidenceView::tell(const QString &words)
{
    m_message->setText(words);
    m_message->setVisible(!words.isEmpty());
}

void EvidenceView::showSelected()
{
    const int row = m_table->currentIndex().row();
    const bool isOne = row >= 0 && row < m_model->rowCount();
    m_raw->setVisible(isOne);
    m_copy->setVisible(isOne);
    if (isOne) {
        const CommandRecord &record = m_model->record(row);
        m_raw->setPlainText(recordText(record));
        m_checklist->clear();
        answer(record);
    } else if (m_ofTask) {
        m_checklist->show(*m_ofTask, nullptr);
    } else {
        m_checklist->clear();
    }
}

/// The node answers the questions, so that everybody gets the same answers.
void EvidenceView::answer(const CommandRecord &record)
{
    m_selected.reset();
    workspace().session.requests().evidence(record.user, record.id, m_selected, [this](Result<EvidenceFound> found) {
        if (!found)
            return tell(workspace().words.error(found.error()));
        if (!found->commands.empty())
            m_checklist->show(found->answers, &found->commands.front());
    });
}

/// The record as readable JSON, for copying.
QString EvidenceView::recordText(const CommandRecord &record) const
{
    const auto json = [](const std::string &source) -> QJsonValue {
        const QJsonDocument document = QJsonDocument::fromJson(QByteArray::fromStdString('[' + source + ']'));
        return document.isNull() ? QJsonValue(text(source)) : document[0];
    };
    QJsonObject object{{"command", text(record.id.text())},          {"user", text(record.user.text())},
                       {"task", text(record.task.text())},           {"kind", text(record.content.kind)},
                       {"params", json(record.content.params)},      {"node", text(record.node.text())},
                       {"stage", text(name(record.stage))},          {"admittedAt", Words::isoTime(record.admittedAt)},
                       {"deadline", Words::isoTime(record.deadline)}};
    const auto add = [&object](const char *key, RegistryTime at) {
        if (at.isSet())
            object.insert(QLatin1String(key), Words::isoTime(at));
    };
    add("sentAt", record.sentAt);
    add("acknowledgedAt", record.acknowledgedAt);
    add("endedAt", record.endedAt);
    if (record.context)
        object.insert("context", text(toText(*record.context)));
    if (record.outcome)
        object.insert("outcome", text(name(*record.outcome)));
    if (!record.result.empty())
        object.insert("result", json(record.result));
    if (!record.resultRef.empty())
        object.insert("resultRef", text(record.resultRef.text()));
    if (record.error)
        object.insert("error", text(name(record.error->code)));
    if (record.replaced)
        object.insert("replaced", true);
    QString written = QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Indented));
    if (written.size() > mostRawText)
        written = written.left(mostRawText) + '\n' + tr("… cut here; the whole result: cheetahctl evidence --json");
    return written;
}

void EvidenceView::retranslate()
{
    m_userLabel->setText(tr("&User"));
    m_what->setItemText(ByCommand, tr("Command"));
    m_what->setItemText(ByTask, tr("All of task"));
    m_id->setPlaceholderText(m_what->currentIndex() == ByTask ? tr("task id") : tr("command id"));
    m_lookUp->setText(tr("Look up"));
    m_recent->setText(tr("Recent"));
    m_recent->setToolTip(tr("The newest commands, of that user or of all"));
    m_copy->setText(tr("Copy"));
    m_user->setAccessibleName(tr("User"));
    m_user->lineEdit()->setAccessibleName(m_user->accessibleName());
    m_what->setAccessibleName(tr("What is looked up"));
    m_id->setAccessibleName(tr("Command or task id"));
    m_table->setAccessibleName(tr("Commands"));
    m_raw->setAccessibleName(tr("Record of the command"));
    if (!m_wasShown)
        tell(tr(
            "What is known of a command: was it sent, acknowledged, answered? Look one up, or show the recent ones."));
    m_checklist->restyle();
}

void EvidenceView::restyle()
{
    m_checklist->restyle();
    m_table->viewport()->update();
}

void EvidenceView::showEvent(QShowEvent *event)
{
    View::showEvent(event);
    m_user->offer(workspace().session.fleet().fleet());
}

} // namespace cheetah::gui
