// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/redisfields.h"

#include "model/ids.h"
#include "settings/keys.h"
#include "settings/settings.h"
#include "theme/theme.h"
#include "widgets/fieldnote.h"

#include <QtCore/QFileInfo>
#include <QtCore/QUrl>
#include <QtWidgets/QBoxLayout>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>

namespace cheetah::gui {

namespace {

const QStringList sources{QStringLiteral("none"), QStringLiteral("file"), QStringLiteral("text")};

bool isRedis(const QString &url)
{
    return url.startsWith(QLatin1String("redis")) && url.contains(QLatin1String("://"));
}

bool hasPassword(const QString &url)
{
    const QString login = url.section(QLatin1String("://"), 1).section(QLatin1Char('/'), 0, 0);
    return login.section(QLatin1Char('@'), 0, -2).contains(QLatin1Char(':'));
}

} // namespace

RedisFields::RedisFields(const Theme &theme, Settings &settings, QWidget *parent)
    : QWidget(parent),
      m_settings(settings),
      m_urlLabel(new QLabel),
      m_nodeIdLabel(new QLabel),
      m_passwordLabel(new QLabel),
      m_url(new QLineEdit(settings.value(keys::redisUrl).toString())),
      m_nodeId(new QLineEdit(settings.value(keys::nodeId).toString())),
      m_password(new QLineEdit),
      m_file(new QLineEdit(settings.value(keys::redisPasswordFile).toString())),
      m_urlNote(new FieldNote(theme, m_url)),
      m_nodeIdNote(new FieldNote(theme, m_nodeId)),
      m_fileNote(new FieldNote(theme, m_file)),
      m_from(new QComboBox)
{
    m_url->setObjectName(QStringLiteral("redisUrl"));
    m_nodeId->setObjectName(QStringLiteral("nodeId"));
    m_password->setObjectName(QStringLiteral("redisPassword"));
    m_file->setObjectName(QStringLiteral("redisPasswordFile"));
    m_from->setObjectName(QStringLiteral("redisPasswordFrom"));
    m_url->setPlaceholderText(QStringLiteral("redis://127.0.0.1:6379"));
    m_password->setEchoMode(QLineEdit::Password);
    m_from->addItems({QString(), QString(), QString()});
    m_from->setCurrentIndex(std::max(0, int(sources.indexOf(settings.value(keys::redisPasswordFrom).toString()))));
    m_urlLabel->setBuddy(m_url);
    m_nodeIdLabel->setBuddy(m_nodeId);
    m_passwordLabel->setBuddy(m_from);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(Theme::space(1.5));
    for (QWidget *part :
         std::initializer_list<QWidget *>{m_urlLabel, m_url, m_urlNote, m_nodeIdLabel, m_nodeId, m_nodeIdNote,
                                          m_passwordLabel, m_from, m_password, m_file, m_fileNote})
        layout->addWidget(part);
    connect(m_url, &QLineEdit::textEdited, m_urlNote, &FieldNote::clear);
    connect(m_nodeId, &QLineEdit::textEdited, m_nodeIdNote, &FieldNote::clear);
    for (QLineEdit *field : {m_password, m_file})
        connect(field, &QLineEdit::textEdited, m_fileNote, &FieldNote::clear);
    connect(m_from, &QComboBox::currentIndexChanged, this, &RedisFields::showPasswordField);
    retranslate();
    showPasswordField();
}

void RedisFields::showPasswordField()
{
    m_password->setVisible(m_from->currentIndex() == Typed);
    m_file->setVisible(m_from->currentIndex() == File);
    m_fileNote->clear();
}

bool RedisFields::read(EmbedOptions &options)
{
    QLineEdit *wrong = nullptr;
    options.registry = m_url->text().trimmed();
    options.nodeId = m_nodeId->text().trimmed();
    if (m_from->currentIndex() == Typed) {
        options.password = m_password->text();
        if (options.password.isEmpty()) {
            m_fileNote->tell(tr("Type the password, or choose that none is needed."));
            wrong = m_password;
        }
    } else if (m_from->currentIndex() == File) {
        options.passwordFile = m_file->text().trimmed();
        if (!QFileInfo(options.passwordFile).isFile()) {
            m_fileNote->tell(tr("There is no such file."));
            wrong = m_file;
        }
    }
    if (!options.nodeId.isEmpty() && !NodeId::parse(options.nodeId.toStdString())) {
        m_nodeIdNote->tell(tr("A name has 1 to 128 bytes."));
        wrong = m_nodeId;
    }
    if (!isRedis(options.registry)) {
        m_urlNote->tell(
            tr("Write the address of Redis, such as redis://127.0.0.1:6379 or redis+unix:///run/redis.sock."));
        wrong = m_url;
    } else if (hasPassword(options.registry)) {
        m_urlNote->tell(tr("Leave the password out here and give it below, so that it is not kept."));
        wrong = m_url;
    }
    if (wrong) {
        wrong->setFocus(Qt::OtherFocusReason);
        return false;
    }
    m_settings.setValue(keys::redisUrl, options.registry);
    m_settings.setValue(keys::nodeId, options.nodeId);
    m_settings.setValue(keys::redisPasswordFrom, sources[m_from->currentIndex()]);
    m_settings.setValue(keys::redisPasswordFile, m_file->text().trimmed());
    m_password->clear();
    return true;
}

void RedisFields::retranslate()
{
    m_urlLabel->setText(tr("Address of Redis"));
    m_nodeIdLabel->setText(tr("Name of this node"));
    m_passwordLabel->setText(tr("Password of Redis"));
    m_from->setItemText(Nowhere, tr("None needed", "password of Redis"));
    m_from->setItemText(File, tr("From a file"));
    m_from->setItemText(Typed, tr("Typed in, not kept"));
    m_nodeId->setPlaceholderText(tr("Automatic", "name of a node"));
    m_file->setPlaceholderText(tr("File with the password"));
    m_url->setAccessibleName(tr("Address of Redis"));
    m_nodeId->setAccessibleName(tr("Name of this node"));
    m_from->setAccessibleName(tr("Where the password of Redis comes from"));
    m_password->setAccessibleName(tr("Password of Redis"));
    m_file->setAccessibleName(tr("File with the password of Redis"));
}

} // namespace cheetah::gui
