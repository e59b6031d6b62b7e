// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/addbrowserdialog.h"

#include "actions/selectedparts.h"
#include "models/plaintext.h"
#include "session/nodefromhere.h"
#include "session/words.h"

#include <QtCore/QEvent>
#include <QtCore/QFileInfo>
#include <QtWidgets/QCheckBox>
#include <QtWidgets/QDialogButtonBox>
#include <QtWidgets/QFileDialog>
#include <QtWidgets/QFormLayout>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QListView>
#include <QtWidgets/QPlainTextEdit>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QSpinBox>
#include <QtWidgets/QVBoxLayout>

namespace cheetah::gui {

namespace {

constexpr int mostWindows = 20, mostTabs = 20;
constexpr int columns = 66; ///< of the dialog, in average characters

bool hasDisplay()
{
    return !qEnvironmentVariableIsEmpty("DISPLAY") || !qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY");
}

QLabel *plainLabel(QWidget *parent, QWidget *buddy = nullptr)
{
    auto *label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(!buddy);
    label->setBuddy(buddy);
    return label;
}

} // namespace

QString AddBrowserDialog::whyNot(const Session &session)
{
    if (session.origin().kind == SessionKind::Demo)
        return tr("This is a demo: there is no node that a browser could serve.");
    return nodeFromHere(session).isEmpty() ? tr("The node does not listen yet.") : QString();
}

void AddBrowserDialog::bringUp(Workspace &workspace, BrowserProcesses &browsers, QWidget &window)
{
    auto *dialog = window.findChild<AddBrowserDialog *>(QString(), Qt::FindDirectChildrenOnly);
    if (!dialog)
        dialog = new AddBrowserDialog(workspace, browsers, &window);
    dialog->show();
    dialog->raise();
    dialog->activateWindow();
}

AddBrowserDialog::AddBrowserDialog(Workspace &workspace, BrowserProcesses &browsers, QWidget *parent)
    : QDialog(parent),
      m_workspace(workspace),
      m_browsers(browsers),
      m_model(browsers, workspace.theme),
      m_hasDisplay(hasDisplay())
{
    setAttribute(Qt::WA_DeleteOnClose);
    setObjectName(QStringLiteral("addBrowserDialog"));
    build();
    connect(&browsers, &BrowserProcesses::changed, this, &AddBrowserDialog::refresh);
    connect(&browsers, &BrowserProcesses::added, this, &AddBrowserDialog::refresh);
    connect(&browsers, &BrowserProcesses::removed, this, &AddBrowserDialog::refresh);
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this, &AddBrowserDialog::refresh);
    connect(&workspace.theme, &Theme::changed, this, &AddBrowserDialog::restyle);
    suggestName();
    retranslate();
    restyle();
    m_start->setFocus();
    const int width = std::max(minimumWidth(), sizeHint().width());
    resize(width, layout()->totalHeightForWidth(width) - m_list->sizeHint().height() + m_list->minimumHeight());
}

void AddBrowserDialog::build()
{
    auto *all = new QVBoxLayout(this);
    all->addWidget(m_where = plainLabel(this));
    auto *form = new QFormLayout;
    addFields(*form);
    all->addLayout(form);
    all->addWidget(m_problem = plainLabel(this));
    m_problem->setObjectName(QStringLiteral("problem"));

    auto *starting = new QHBoxLayout;
    starting->addStretch();
    starting->addWidget(m_start = new QPushButton(this));
    m_start->setObjectName(QStringLiteral("start"));
    m_start->setDefault(true);
    all->addLayout(starting);

    m_list = new QListView(this);
    m_list->setObjectName(QStringLiteral("browsers"));
    m_list->setModel(&m_model);
    m_list->setUniformItemSizes(true);
    m_list->setTextElideMode(Qt::ElideRight);
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_list->setMinimumHeight(fontMetrics().height() * 4);
    all->addWidget(m_listLabel = plainLabel(this, m_list));
    all->addWidget(m_list, 1);

    auto *buttons = new QHBoxLayout;
    for (QPushButton **button : {&m_stop, &m_again, &m_log})
        buttons->addWidget(*button = new QPushButton(this));
    buttons->addStretch();
    buttons->addWidget(m_close = new QPushButton(this));
    for (QPushButton *button : {m_stop, m_again, m_log, m_close})
        button->setAutoDefault(false);
    m_stop->setObjectName(QStringLiteral("stop"));
    m_again->setObjectName(QStringLiteral("again"));
    all->addLayout(buttons);
    setMinimumWidth(fontMetrics().averageCharWidth() * columns);

    connect(m_start, &QPushButton::clicked, this, &AddBrowserDialog::startOne);
    connect(m_close, &QPushButton::clicked, this, &QDialog::close);
    connect(m_stop, &QPushButton::clicked, this, [this] {
        if (BrowserProcess *browser = chosen())
            browser->stop();
    });
    connect(m_again, &QPushButton::clicked, this, [this] {
        if (BrowserProcess *browser = chosen())
            browser->start();
    });
    connect(m_log, &QPushButton::clicked, this, [this] {
        if (BrowserProcess *browser = chosen())
            m_workspace.session.navigator().showFiltered(ViewId::Log, text(browser->order().name.client.text()));
    });
}

void AddBrowserDialog::addFields(QFormLayout &form)
{
    m_user = new QLineEdit(this);
    m_user->setObjectName(QStringLiteral("user"));
    m_client = new QLineEdit(this);
    m_client->setObjectName(QStringLiteral("client"));
    m_windows = new QSpinBox(this);
    m_windows->setObjectName(QStringLiteral("windows"));
    m_windows->setRange(1, mostWindows);
    m_tabs = new QSpinBox(this);
    m_tabs->setObjectName(QStringLiteral("tabs"));
    m_tabs->setRange(1, mostTabs);
    m_metadata = new QPlainTextEdit(this);
    m_metadata->setObjectName(QStringLiteral("metadata"));
    m_metadata->setTabChangesFocus(true);
    m_metadata->setFixedHeight(fontMetrics().height() * 3 + fontMetrics().height() / 2);
    m_headless = new QCheckBox(this);
    m_headless->setObjectName(QStringLiteral("headless"));
    m_headless->setChecked(!m_hasDisplay);
    m_headless->setEnabled(m_hasDisplay);
    m_stays = new QCheckBox(this);
    m_stays->setObjectName(QStringLiteral("stays"));
    form.addRow(m_userLabel = plainLabel(this, m_user), m_user);
    form.addRow(m_clientLabel = plainLabel(this, m_client), m_client);
    form.addRow(m_windowsLabel = plainLabel(this, m_windows), m_windows);
    form.addRow(m_tabsLabel = plainLabel(this, m_tabs), m_tabs);
    form.addRow(m_metadataLabel = plainLabel(this, m_metadata), m_metadata);
    if (m_workspace.session.origin().tokenFile.isEmpty()) {
        QWidget *row = makeTokenRow();
        form.addRow(m_tokenLabel = plainLabel(this, m_token), row);
    }
    form.addRow(QString(), m_headless);
    form.addRow(QString(), m_stays);
    connect(m_user, &QLineEdit::textChanged, this, &AddBrowserDialog::refresh);
    connect(m_client, &QLineEdit::textChanged, this, &AddBrowserDialog::refresh);
    connect(m_metadata, &QPlainTextEdit::textChanged, this, &AddBrowserDialog::refresh);
}

QWidget *AddBrowserDialog::makeTokenRow()
{
    auto *row = new QWidget(this);
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_token = new QLineEdit(row), 1);
    layout->addWidget(m_browse = new QPushButton(row));
    m_token->setObjectName(QStringLiteral("tokenFile"));
    m_browse->setAutoDefault(false);
    connect(m_token, &QLineEdit::textChanged, this, &AddBrowserDialog::refresh);
    connect(m_browse, &QPushButton::clicked, this, &AddBrowserDialog::chooseTokenFile);
    return row;
}

void AddBrowserDialog::chooseTokenFile()
{
    auto *chooser = new QFileDialog(this, tr("File with a client token"));
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setFileMode(QFileDialog::ExistingFile);
    connect(chooser, &QFileDialog::fileSelected, m_token, &QLineEdit::setText);
    chooser->open();
}

/// The selected user, else the only one, else the person who sits here; and a client id that is free.
void AddBrowserDialog::suggestName()
{
    const Fleet &fleet = m_workspace.session.fleet().fleet();
    const ObjectId &current = m_workspace.session.selection().current();
    if (m_user->text().isEmpty()) {
        const auto clients = clientsOf(fleet, {current});
        if (const auto *user = std::get_if<UserId>(&current))
            m_user->setText(text(user->text()));
        else if (!clients.empty())
            m_user->setText(text(fleet.client(clients.front()).name.user.text()));
        else if (fleet.userSlots() == 1)
            m_user->setText(text(fleet.user(0).id.text()));
        else
            m_user->setText(qEnvironmentVariable("USER", QStringLiteral("me")));
    }
    if (const auto user = UserId::parse(m_user->text().trimmed().toStdString()))
        m_client->setText(text(m_browsers.freeClientId(*user).text()));
}

QString AddBrowserDialog::readMetadata(Metadata &metadata) const
{
    const QStringList lines = m_metadata->toPlainText().split(QLatin1Char('\n'));
    for (int i = 0; i < lines.size(); ++i) {
        const QString line = lines[i].trimmed();
        if (line.isEmpty())
            continue;
        const qsizetype equals = line.indexOf(QLatin1Char('='));
        const std::string key = line.left(equals).trimmed().toStdString();
        if (equals <= 0 || !isValidId(key))
            return tr("Line %1 of the metadata is not of the form key=value.").arg(i + 1);
        metadata[key] = line.mid(equals + 1).trimmed().toStdString();
    }
    return {};
}

QString AddBrowserDialog::read(BrowserOrder &order) const
{
    const SessionOrigin &origin = m_workspace.session.origin();
    if (const QString why = whyNot(m_workspace.session); !why.isEmpty())
        return why;
    if (m_browsers.program().isEmpty())
        return tr("The program cheetah-browser was found neither beside this program nor in PATH. Install it to start "
                  "browsers from here.");
    const auto user = UserId::parse(m_user->text().trimmed().toStdString());
    if (!user)
        return tr("A user is needed: 1 to 128 bytes.");
    const auto client = ClientId::parse(m_client->text().trimmed().toStdString());
    if (!client)
        return tr("A client id is needed: 1 to 128 bytes.");
    order.name = {*user, *client};
    const Fleet &fleet = m_workspace.session.fleet().fleet();
    const Slot slot = fleet.find(order.name);
    if (slot != noSlot && fleet.client(slot).state && fleet.client(slot).state->connected)
        return tr("A client with this id is connected already. Choose another id.");
    order.tokenFile = m_token ? m_token->text().trimmed() : origin.tokenFile;
    if (order.tokenFile.isEmpty())
        return tr("A file with a token of scope “client” is needed, for this console was given its token as text.");
    if (!QFileInfo::exists(order.tokenFile))
        return tr("There is no file %1.").arg(plainText(order.tokenFile.toStdString(), 200));
    order.windows = m_windows->value();
    order.tabsPerWindow = m_tabs->value();
    order.headless = m_headless->isChecked();
    order.stays = m_stays->isChecked();
    order.node = nodeFromHere(m_workspace.session);
    order.caFile = origin.caFile;
    return readMetadata(order.metadata);
}

void AddBrowserDialog::startOne()
{
    BrowserOrder order;
    if (!read(order).isEmpty())
        return refresh();
    const BrowserProcess *browser = m_browsers.start(std::move(order));
    if (browser)
        m_list->setCurrentIndex(m_model.index(m_model.rowCount() - 1));
    suggestName();
    refresh();
}

BrowserProcess *AddBrowserDialog::chosen() const
{
    return m_model.browser(m_list->currentIndex());
}

void AddBrowserDialog::refresh()
{
    BrowserOrder order;
    m_problem->setText(read(order));
    m_problem->setVisible(!m_problem->text().isEmpty());
    m_start->setEnabled(m_problem->text().isEmpty());
    const BrowserProcess *browser = chosen();
    const bool isRunning = browser && browser->state() != BrowserProcess::State::Ended;
    m_stop->setEnabled(isRunning && browser->state() != BrowserProcess::State::Stopping);
    m_again->setEnabled(browser && !isRunning);
    m_log->setEnabled(browser);
}

void AddBrowserDialog::retranslate()
{
    const QUrl node = nodeFromHere(m_workspace.session);
    const QString address = plainText(node.authority().toStdString(), 100);
    setWindowTitle(tr("Add a browser"));
    m_where->setText(isOnThisMachine(node)
                         ? tr("Starts a Chromium on this machine that serves its tabs to the node at %1.").arg(address)
                         : tr("The node at %1 runs on another machine. The browser runs here, on this machine, and "
                              "serves its tabs to the node over the network.")
                               .arg(address));
    m_userLabel->setText(tr("&User:"));
    m_clientLabel->setText(tr("&Client id:"));
    m_windowsLabel->setText(tr("&Windows:"));
    m_tabsLabel->setText(tr("&Tabs per window:"));
    m_metadataLabel->setText(tr("&Metadata:"));
    m_metadata->setPlaceholderText(tr("One key=value a line, such as region=eu"));
    m_headless->setText(m_hasDisplay ? tr("&Headless: without windows on the screen")
                                     : tr("&Headless, for there is no display here"));
    m_stays->setText(tr("&Keep running when the console closes"));
    if (m_tokenLabel) {
        m_tokenLabel->setText(tr("Token &file:"));
        m_browse->setText(tr("&Browse…"));
        m_token->setPlaceholderText(tr("File with a token of scope “client”"));
    }
    m_start->setText(tr("&Start browser"));
    m_listLabel->setText(tr("Started &here:"));
    m_stop->setText(tr("St&op"));
    m_again->setText(tr("Start a&gain"));
    m_log->setText(tr("Show &log"));
    m_close->setText(tr("Close"));
    m_model.refresh();
    refresh();
}

void AddBrowserDialog::restyle()
{
    QPalette colours = palette();
    colours.setColor(QPalette::WindowText, m_workspace.theme.color(Tone::Danger));
    m_problem->setPalette(colours);
    m_model.refresh();
}

void AddBrowserDialog::changeEvent(QEvent *event)
{
    QDialog::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

} // namespace cheetah::gui
