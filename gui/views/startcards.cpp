// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/startcards.h"

#include "console/nodeaccess.h"
#include "settings/keys.h"
#include "settings/settings.h"
#include "theme/theme.h"
#include "views/redisfields.h"
#include "widgets/fieldnote.h"
#include "widgets/glyphlabel.h"

#include <QtCore/QFileInfo>
#include <QtWidgets/QBoxLayout>
#include <QtWidgets/QCheckBox>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QFileDialog>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QSpinBox>

namespace cheetah::gui {

namespace {

constexpr int mostOfEach = 20;

/// `HOST:PORT`, as the node wants it.
bool isListenAddress(const QString &text)
{
    const qsizetype colon = text.lastIndexOf(QLatin1Char(':'));
    bool isNumber = false;
    const int port = text.mid(colon + 1).toInt(&isNumber);
    return colon > 0 && isNumber && port >= 0 && port <= 65'535 && !text.contains(QLatin1Char(' '))
        && !text.contains(QLatin1Char('/'));
}

} // namespace

StartCard::StartCard(const Theme &theme, Glyph glyph, bool isPrimary, QWidget *parent)
    : Panel(parent),
      m_theme(theme),
      m_glyph(new GlyphLabel(theme, glyph, Tone::Accent, 1.6)),
      m_title(new QLabel),
      m_what(new QLabel),
      m_fields(new QVBoxLayout),
      m_button(new QPushButton)
{
    m_what->setWordWrap(true);
    m_what->setForegroundRole(QPalette::PlaceholderText);
    m_what->setAlignment(Qt::AlignTop | Qt::AlignLeading);
    for (QLabel *label : {m_title, m_what})
        label->setTextFormat(Qt::PlainText);
    if (isPrimary)
        Theme::setTone(*m_button, Tone::Accent);
    auto *head = new QHBoxLayout;
    head->addWidget(m_glyph);
    head->addWidget(m_title, 1);
    auto *layout = new QVBoxLayout(this);
    layout->addLayout(head);
    layout->addWidget(m_what);
    layout->addLayout(m_fields);
    layout->addStretch(1);
    layout->addWidget(m_button);
    connect(m_button, &QPushButton::clicked, this, &StartCard::chosen);
    connect(&theme, &Theme::changed, this, &StartCard::restyle);
    restyle();
}

void StartCard::setTexts(const QString &title, const QString &what, const QString &action)
{
    m_title->setText(title);
    m_what->setText(what);
    m_button->setText(action);
    m_button->setAccessibleDescription(what);
    setAccessibleName(title);
}

void StartCard::actOnEnter(QLineEdit *field)
{
    connect(field, &QLineEdit::returnPressed, this, &StartCard::chosen);
}

void StartCard::restyle()
{
    m_title->setFont(m_theme.font(TextRole::Heading));
    const int edge = Theme::space(4.5);
    layout()->setContentsMargins(edge, edge, edge, edge);
    layout()->setSpacing(Theme::space(2.5));
    m_fields->setSpacing(Theme::space(1.5));
}

EmbedCard::EmbedCard(const Theme &theme, Settings &settings, QWidget *parent)
    : StartCard(theme, Glyph::Embed, true, parent),
      m_settings(settings),
      m_listenLabel(new QLabel),
      m_listen(new QLineEdit(settings.value(keys::listen, EmbedOptions().listen).toString())),
      m_listenNote(new FieldNote(theme, m_listen)),
      m_withBrowser(new QCheckBox),
      m_browser(new QWidget),
      m_windows(new QSpinBox),
      m_tabs(new QSpinBox),
      m_windowsLabel(new QLabel),
      m_tabsLabel(new QLabel),
      m_onRedis(new QCheckBox),
      m_redis(new RedisFields(theme, settings))
{
    m_listen->setObjectName(QStringLiteral("listen"));
    m_withBrowser->setObjectName(QStringLiteral("withBrowser"));
    m_listenLabel->setBuddy(m_listen);
    m_windowsLabel->setBuddy(m_windows);
    m_tabsLabel->setBuddy(m_tabs);
    for (QSpinBox *number : {m_windows, m_tabs})
        number->setRange(1, mostOfEach);
    m_windows->setValue(settings.value(keys::browserWindows, 2).toInt());
    m_tabs->setValue(settings.value(keys::browserTabs, 2).toInt());
    auto *line = new QHBoxLayout(m_browser);
    line->setContentsMargins(0, 0, 0, 0);
    for (QWidget *part : std::initializer_list<QWidget *>{m_windows, m_windowsLabel, m_tabs, m_tabsLabel})
        line->addWidget(part);
    line->addStretch(1);
    for (QWidget *part : std::initializer_list<QWidget *>{m_listenLabel, m_listen, m_listenNote, m_withBrowser,
                                                          m_browser, m_onRedis, m_redis})
        fields()->addWidget(part);
    m_onRedis->setObjectName(QStringLiteral("onRedis"));
    m_onRedis->setChecked(settings.value(keys::onRedis, false).toBool());
    connect(m_onRedis, &QCheckBox::toggled, this, &EmbedCard::showRedis);
    showRedis();
    for (QLineEdit *field : m_redis->lineEdits())
        actOnEnter(field);
    actOnEnter(m_listen);
    connect(m_withBrowser, &QCheckBox::toggled, m_browser, &QWidget::setEnabled);
    m_withBrowser->setChecked(settings.value(keys::withBrowser, true).toBool());
    m_browser->setEnabled(m_withBrowser->isChecked());
    connect(m_listen, &QLineEdit::textEdited, m_listenNote, &FieldNote::clear);
    connect(this, &StartCard::chosen, this, &EmbedCard::go);
    retranslate();
}

void EmbedCard::retranslate()
{
    setTexts(tr("Run a node here"),
             tr("In this window. Browsers on this machine can join it; it ends with the window."), tr("Run a node"));
    m_listenLabel->setText(tr("Listens at"));
    m_withBrowser->setText(tr("Start a browser too"));
    m_windowsLabel->setText(tr("windows of", "as in: 2 windows of 3 tabs"));
    m_tabsLabel->setText(tr("tabs", "as in: 2 windows of 3 tabs"));
    m_onRedis->setText(tr("Share a fleet on Redis"));
    m_redis->retranslate();
    m_listen->setAccessibleName(tr("Address and port to listen at"));
    m_windows->setAccessibleName(tr("Windows of the browser"));
    m_tabs->setAccessibleName(tr("Tabs in each window"));
}

void EmbedCard::showRedis()
{
    m_redis->setVisible(m_onRedis->isChecked());
}

void EmbedCard::chooseAddress()
{
    m_listen->setFocus(Qt::OtherFocusReason);
    m_listen->selectAll();
}

void EmbedCard::go()
{
    EmbedOptions options;
    options.listen = m_listen->text().trimmed();
    if (!isListenAddress(options.listen)) {
        m_listenNote->tell(tr("Write an address and a port, such as 127.0.0.1:7744. Port 0 takes a free one."));
        m_listen->setFocus(Qt::OtherFocusReason);
        return;
    }
    if (m_onRedis->isChecked() && !m_redis->read(options))
        return;
    if (m_withBrowser->isChecked())
        options.browser = {m_windows->value(), m_tabs->value()};
    m_settings.setValue(keys::listen, options.listen);
    m_settings.setValue(keys::onRedis, m_onRedis->isChecked());
    m_settings.setValue(keys::withBrowser, m_withBrowser->isChecked());
    m_settings.setValue(keys::browserWindows, m_windows->value());
    m_settings.setValue(keys::browserTabs, m_tabs->value());
    emit wanted(options);
}

ConnectCard::ConnectCard(const Theme &theme, Settings &settings, QWidget *parent)
    : StartCard(theme, Glyph::Connect, false, parent),
      m_settings(settings),
      m_urlLabel(new QLabel),
      m_tokenLabel(new QLabel),
      m_caLabel(new QLabel),
      m_url(new QLineEdit(settings.value(keys::nodeUrl).toString())),
      m_file(new QLineEdit(settings.value(keys::tokenFile).toString())),
      m_token(new QLineEdit),
      m_ca(new QLineEdit(settings.value(keys::caFile).toString())),
      m_urlNote(new FieldNote(theme, m_url)),
      m_tokenNote(new FieldNote(theme, m_file)),
      m_caNote(new FieldNote(theme, m_ca)),
      m_from(new QComboBox),
      m_choose(new QPushButton)
{
    m_url->setObjectName(QStringLiteral("url"));
    m_file->setObjectName(QStringLiteral("tokenFile"));
    m_token->setObjectName(QStringLiteral("token"));
    m_ca->setObjectName(QStringLiteral("caFile"));
    m_caLabel->setBuddy(m_ca);
    m_from->setObjectName(QStringLiteral("tokenFrom"));
    m_from->addItems({QString(), QString()});
    m_from->setCurrentIndex(settings.value(keys::tokenFrom).toString() == "text" ? 1 : 0);
    m_url->setPlaceholderText(QStringLiteral("http://127.0.0.1:7744"));
    m_token->setEchoMode(QLineEdit::Password);
    m_urlLabel->setBuddy(m_url);
    m_tokenLabel->setBuddy(m_from);
    auto *line = new QHBoxLayout;
    line->addWidget(m_file, 1);
    line->addWidget(m_token, 1);
    line->addWidget(m_choose);
    for (QWidget *part : std::initializer_list<QWidget *>{m_urlLabel, m_url, m_urlNote, m_tokenLabel, m_from})
        fields()->addWidget(part);
    fields()->addLayout(line);
    for (QWidget *part : std::initializer_list<QWidget *>{m_tokenNote, m_caLabel, m_ca, m_caNote})
        fields()->addWidget(part);
    for (QLineEdit *field : {m_url, m_file, m_token, m_ca})
        actOnEnter(field);
    connect(m_url, &QLineEdit::textEdited, m_urlNote, &FieldNote::clear);
    connect(m_file, &QLineEdit::textEdited, m_tokenNote, &FieldNote::clear);
    connect(m_token, &QLineEdit::textEdited, m_tokenNote, &FieldNote::clear);
    connect(m_ca, &QLineEdit::textEdited, m_caNote, &FieldNote::clear);
    connect(m_url, &QLineEdit::textChanged, this, &ConnectCard::showAuthorities);
    connect(m_from, &QComboBox::currentIndexChanged, this, &ConnectCard::showTokenField);
    connect(m_choose, &QPushButton::clicked, this, &ConnectCard::chooseFile);
    connect(this, &StartCard::chosen, this, &ConnectCard::go);
    retranslate();
    showTokenField();
    showAuthorities();
}

void ConnectCard::retranslate()
{
    setTexts(tr("Connect to a node"), tr("One that runs already, here or elsewhere."), tr("Connect"));
    m_urlLabel->setText(tr("Address"));
    m_tokenLabel->setText(tr("Token", "a secret that opens a node"));
    m_from->setItemText(0, tr("From a file"));
    m_from->setItemText(1, tr("Typed in, not kept"));
    m_choose->setText(tr("Choose…"));
    m_caLabel->setText(tr("Trusted authorities"));
    m_ca->setPlaceholderText(tr("Those of this system", "which certificate authorities are trusted"));
    m_ca->setAccessibleName(tr("File of trusted authorities"));
    m_file->setPlaceholderText(tr("Automatic", "which token file"));
    m_url->setAccessibleName(tr("Address of the node"));
    m_from->setAccessibleName(tr("Where the token comes from"));
    m_file->setAccessibleName(tr("Token file"));
    m_token->setAccessibleName(tr("Token", "a secret that opens a node"));
}

bool ConnectCard::isFromFile() const
{
    return m_from->currentIndex() == 0;
}

void ConnectCard::showTokenField()
{
    m_file->setVisible(isFromFile());
    m_choose->setVisible(isFromFile());
    m_token->setVisible(!isFromFile());
    m_tokenNote->clear();
}

/// Who may vouch for a node matters only where it must show a certificate.
void ConnectCard::showAuthorities()
{
    const bool isSecure = m_url->text().trimmed().startsWith(QLatin1String("https:"));
    for (QWidget *part : std::initializer_list<QWidget *>{m_caLabel, m_ca})
        part->setVisible(isSecure);
    m_caNote->clear();
}

void ConnectCard::chooseFile()
{
    auto *dialog = new QFileDialog(this, tr("Token file"), QFileInfo(m_file->text()).path());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &file) {
        m_file->setText(file);
        m_tokenNote->clear();
        m_file->setFocus(Qt::OtherFocusReason);
    });
    dialog->open();
}

void ConnectCard::go()
{
    ConnectOptions options;
    options.url = m_url->text().trimmed();
    m_urlNote->clear();
    m_tokenNote->clear();
    QWidget *wrong = nullptr;
    if (!isFromFile()) {
        options.token = m_token->text().trimmed();
        if (options.token.isEmpty()) {
            m_tokenNote->tell(tr("Type the token, or take it from a file."));
            wrong = m_token;
        }
    } else if (options.tokenFile = m_file->text().trimmed();
               !options.tokenFile.isEmpty() && !QFileInfo(options.tokenFile).isFile()) {
        m_tokenNote->tell(tr("There is no such file."));
        wrong = m_file;
    }
    if (m_ca->isVisibleTo(this)) {
        options.caFile = m_ca->text().trimmed();
        if (!options.caFile.isEmpty() && !QFileInfo(options.caFile).isFile()) {
            m_caNote->tell(tr("There is no such file."));
            wrong = m_ca;
        }
    }
    if (!parseNodeUrl(options.url.toStdString())) {
        m_urlNote->tell(tr("Write the node's address, such as http://127.0.0.1:7744."));
        wrong = m_url;
    }
    if (wrong) {
        wrong->setFocus(Qt::OtherFocusReason);
        return;
    }
    m_settings.setValue(keys::nodeUrl, options.url);
    m_settings.setValue(keys::caFile, m_ca->text().trimmed());
    m_settings.setValue(keys::tokenFrom, isFromFile() ? "file" : "text");
    if (isFromFile())
        m_settings.setValue(keys::tokenFile, options.tokenFile);
    m_token->clear();
    emit wanted(options);
}

} // namespace cheetah::gui
