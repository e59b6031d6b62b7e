// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/explainform.h"

#include "models/demands.h"
#include "models/plaintext.h"
#include "session/words.h"
#include "views/userbox.h"
#include "widgets/fieldnote.h"

#include <QtWidgets/QCheckBox>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QGridLayout>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QPushButton>

namespace cheetah::gui {

namespace {

constexpr int longestLine = 8'192; ///< a request from the journal is shorter

QString lineOf(const Requirements &requirements)
{
    QStringList expressions;
    for (const std::string &expression : expressionsOf(requirements))
        expressions << text(expression);
    return expressions.join(QStringLiteral(", "));
}

} // namespace

ExplainForm::ExplainForm(const Words &words, const Theme &theme, QWidget *parent) : QWidget(parent), m_words(words)
{
    m_userLabel = new QLabel(this);
    m_user = new UserBox(this);
    m_userLabel->setBuddy(m_user);
    m_requireLabel = new QLabel(this);
    m_require = new QLineEdit(this);
    m_require->setObjectName(QStringLiteral("require"));
    m_require->setMaxLength(longestLine);
    m_require->setClearButtonEnabled(true);
    m_requireLabel->setBuddy(m_require);
    m_missing = new FieldNote(theme, m_require, this);
    m_placementLabel = new QLabel(this);
    m_placement = new QComboBox(this);
    for (const auto kind : {Placement::Kind::Any, Placement::Kind::NewTab, Placement::Kind::NewWindow,
                            Placement::Kind::Isolated, Placement::Kind::Window})
        m_placement->addItem({}, int(kind));
    m_placementLabel->setBuddy(m_placement);
    m_reuseOnly = new QCheckBox(this);
    m_autoProvision = new QCheckBox(this);
    m_anyHealth = new QCheckBox(this);
    m_clear = new QPushButton(this);
    m_clear->setAutoDefault(false);
    m_submit = new QPushButton(this);
    m_submit->setDefault(true);
    m_problem = new QLabel(this);
    m_problem->setTextFormat(Qt::PlainText);
    m_problem->setWordWrap(true);
    m_problem->hide();
    m_rest = new QLabel(this);
    m_rest->setTextFormat(Qt::PlainText);
    m_rest->setWordWrap(true);
    m_rest->setForegroundRole(QPalette::PlaceholderText);
    m_rest->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);

    auto *grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setColumnStretch(3, 1);
    grid->addWidget(m_userLabel, 0, 0);
    grid->addWidget(m_user, 0, 1);
    grid->addWidget(m_placementLabel, 0, 2);
    grid->addWidget(m_placement, 0, 3, Qt::AlignLeft);
    grid->addWidget(m_requireLabel, 1, 0);
    grid->addWidget(m_require, 1, 1, 1, 3);
    auto *choices = new QHBoxLayout;
    choices->addWidget(m_reuseOnly);
    choices->addWidget(m_autoProvision);
    choices->addWidget(m_anyHealth);
    choices->addStretch(1);
    choices->addWidget(m_clear);
    choices->addWidget(m_submit);
    grid->addWidget(m_missing, 2, 1, 1, 3);
    grid->addLayout(choices, 3, 1, 1, 3);
    grid->addWidget(m_rest, 4, 1, 1, 3);
    grid->addWidget(m_problem, 5, 0, 1, 4);

    connect(m_clear, &QPushButton::clicked, this, [this] {
        setRequest({});
        setMissing({});
        m_require->setFocus();
        emit cleared();
    });
    connect(m_submit, &QPushButton::clicked, this, &ExplainForm::submitted);
    connect(m_require, &QLineEdit::returnPressed, this, &ExplainForm::submitted);
    connect(m_user->lineEdit(), &QLineEdit::returnPressed, this, &ExplainForm::submitted);
    connect(m_reuseOnly, &QCheckBox::toggled, m_autoProvision, [this](bool on) {
        m_autoProvision->setEnabled(!on);
        if (on)
            m_autoProvision->setChecked(false);
    });
    retranslate();
}

void ExplainForm::offerUsers(const Fleet &fleet)
{
    m_user->offer(fleet);
}

void ExplainForm::setRequest(const AcquireRequest &request)
{
    m_given = request;
    m_givenLine = request.requirements ? lineOf(*request.requirements) : QString();
    if (!request.user.empty())
        m_user->setEditText(text(request.user.text()));
    m_require->setText(m_givenLine);
    m_require->setCursorPosition(0);
    m_placement->setCurrentIndex(std::max(0, m_placement->findData(int(request.placement.kind))));
    m_reuseOnly->setChecked(request.reuseOnly);
    m_autoProvision->setChecked(request.autoProvision);
    m_anyHealth->setChecked(request.anyHealth);
    tell({});
    retranslate();
}

void ExplainForm::setMissing(const QString &sentence)
{
    m_missing->tell(sentence);
}

Placement ExplainForm::placement() const
{
    const auto kind = Placement::Kind(m_placement->currentData().toInt());
    const bool takesWindow = kind == Placement::Kind::Window || kind == Placement::Kind::NewTab;
    return {kind, takesWindow ? m_given.placement.window : std::nullopt};
}

bool ExplainForm::isChanged() const
{
    return m_user->currentText().trimmed() != text(m_given.user.text()) || m_require->text() != m_givenLine
        || placement() != m_given.placement || m_reuseOnly->isChecked() != m_given.reuseOnly
        || m_autoProvision->isChecked() != m_given.autoProvision || m_anyHealth->isChecked() != m_given.anyHealth;
}

Result<AcquireRequest> ExplainForm::request()
{
    AcquireRequest request = m_given;
    auto user = UserId::parse(m_user->currentText().trimmed().toStdString());
    if (!user) {
        tell(m_user->currentText().trimmed().isEmpty() ? tr("Whose contexts? Type or choose a user.")
                                                       : m_words.error(user.error()));
        return user.error();
    }
    request.user = *std::move(user);
    if (request.task.empty()) {
        request.task = TaskId::trusted("console");
        request.request = RequestId::trusted("console");
    }
    if (m_require->text() != m_givenLine) { // else it stays what it was, to the letter
        auto requirements = std::make_shared<Requirements>();
        for (const std::string &expression : expressionsOf(m_require->text()))
            if (const auto added = addExpression(*requirements, expression); !added) {
                tell(m_words.error(added.error()));
                return added.error();
            }
        request.requirements = requirements->empty() ? nullptr : std::move(requirements);
    }
    request.placement = placement();
    if (request.placement.kind == Placement::Kind::Window && !request.placement.window) {
        tell(tr("Choose a window first: select it in the fleet and explain from there."));
        return Error(ErrorCode::BadRequest, {{"reason", "no window"}});
    }
    request.reuseOnly = m_reuseOnly->isChecked();
    request.autoProvision = m_autoProvision->isChecked();
    request.anyHealth = m_anyHealth->isChecked();
    tell({});
    return request;
}

void ExplainForm::tell(const QString &problem)
{
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty());
}

/// What the request says besides; nobody changes it here.
void ExplainForm::tellRest()
{
    QStringList parts;
    if (!m_given.task.empty())
        parts << tr("task %1").arg(plainText(m_given.task.text(), 80));
    if (!m_given.strategy.empty())
        parts << tr("strategy %1").arg(plainText(m_given.strategy, 40));
    if (m_given.wait && m_given.wait->count() > 0)
        parts << tr("waits for up to %1").arg(Words::roughly(*m_given.wait));
    if (m_given.waitForClients)
        parts << tr("waits for clients to come");
    if (m_given.longestHold.count() > 0)
        parts << tr("holds for at most %1").arg(Words::roughly(m_given.longestHold));
    if (m_given.releaseOnClose)
        parts << tr("is released with its connection");
    m_rest->setText(tr("Of the request: %1", "a list").arg(parts.join(QStringLiteral(" · "))));
    m_rest->setVisible(!parts.isEmpty());
    m_clear->setVisible(!m_given.user.empty());
}

void ExplainForm::retranslate()
{
    m_userLabel->setText(tr("&User"));
    m_requireLabel->setText(tr("&Requires"));
    m_require->setPlaceholderText(tr("such as metadata.region=eu, metadata.ram>=8, kind=browser"));
    m_require->setToolTip(tr("What the client must fulfil; several expressions are separated by commas."));
    m_placementLabel->setText(tr("&Where"));
    m_placement->setItemText(0, tr("any tab"));
    const auto &window = m_given.placement.window;
    const QString id = window ? plainText(window->window.text(), 40) : QString();
    m_placement->setItemText(1, window ? tr("a new tab in window %1").arg(id) : tr("a new tab"));
    m_placement->setItemText(2, tr("a new window"));
    m_placement->setItemText(3, tr("an isolated window"));
    m_placement->setItemText(4, window ? tr("a tab in window %1").arg(id) : tr("this window"));
    m_reuseOnly->setText(tr("&Only what exists"));
    m_autoProvision->setText(tr("May &create"));
    m_anyHealth->setText(tr("Any &health"));
    m_anyHealth->setToolTip(tr("Also tabs whose page is not live"));
    m_clear->setText(tr("Clear"));
    m_clear->setToolTip(tr("Begin with an empty form"));
    m_submit->setText(tr("Explain"));
    m_user->setAccessibleName(tr("User"));
    m_user->lineEdit()->setAccessibleName(m_user->accessibleName());
    m_require->setAccessibleName(tr("Requires"));
    m_placement->setAccessibleName(tr("Where"));
    tellRest();
}

} // namespace cheetah::gui
