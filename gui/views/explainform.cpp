// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/explainform.h"

#include "session/words.h"
#include "views/userbox.h"

#include <QtWidgets/QCheckBox>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QGridLayout>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QPushButton>

namespace cheetah::gui {

namespace {

/// The expressions of a line: split at commas that stand outside of single quotes.
QStringList expressionsOf(const QString &line)
{
    QStringList expressions(QString{});
    bool isQuoted = false;
    for (const QChar c : line) {
        if (c == '\'')
            isQuoted = !isQuoted;
        if (c == ',' && !isQuoted)
            expressions.push_back({});
        else
            expressions.back() += c;
    }
    for (QString &expression : expressions)
        expression = expression.trimmed();
    expressions.removeAll(QString());
    return expressions;
}

QString lineOf(const Requirements &requirements)
{
    QStringList expressions;
    if (requirements.kind)
        expressions.push_back("kind=" + text(name(*requirements.kind)));
    if (!requirements.client.empty())
        expressions.push_back("client=" + text(requirements.client.text()));
    for (const MetadataCondition &condition : requirements.metadata)
        expressions.push_back(text(toText(condition)));
    return expressions.join(", ");
}

} // namespace

ExplainForm::ExplainForm(const Words &words, QWidget *parent) : QWidget(parent), m_words(words)
{
    m_userLabel = new QLabel(this);
    m_user = new UserBox(this);
    m_userLabel->setBuddy(m_user);
    m_requireLabel = new QLabel(this);
    m_require = new QLineEdit(this);
    m_require->setMaxLength(4'096);
    m_require->setClearButtonEnabled(true);
    m_requireLabel->setBuddy(m_require);
    m_placementLabel = new QLabel(this);
    m_placement = new QComboBox(this);
    for (const auto kind : {Placement::Kind::Any, Placement::Kind::NewTab, Placement::Kind::NewWindow,
                            Placement::Kind::Isolated, Placement::Kind::Window})
        m_placement->addItem({}, int(kind));
    m_placementLabel->setBuddy(m_placement);
    m_reuseOnly = new QCheckBox(this);
    m_autoProvision = new QCheckBox(this);
    m_submit = new QPushButton(this);
    m_submit->setDefault(true);
    m_problem = new QLabel(this);
    m_problem->setTextFormat(Qt::PlainText);
    m_problem->setWordWrap(true);
    m_problem->hide();

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
    choices->addStretch(1);
    choices->addWidget(m_submit);
    grid->addLayout(choices, 2, 1, 1, 3);
    grid->addWidget(m_problem, 3, 0, 1, 4);

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
    m_user->setEditText(text(request.user.text()));
    m_require->setText(request.requirements ? lineOf(*request.requirements) : QString());
    m_window = request.placement.window;
    m_placement->setCurrentIndex(std::max(0, m_placement->findData(int(request.placement.kind))));
    m_reuseOnly->setChecked(request.reuseOnly);
    m_autoProvision->setChecked(request.autoProvision);
    tell({});
}

Result<AcquireRequest> ExplainForm::request()
{
    AcquireRequest request;
    auto user = UserId::parse(m_user->currentText().trimmed().toStdString());
    if (!user) {
        tell(m_user->currentText().trimmed().isEmpty() ? tr("Whose contexts? Type or choose a user.")
                                                       : m_words.error(user.error()));
        return user.error();
    }
    request.user = *std::move(user);
    request.task = TaskId::trusted("console");
    request.request = RequestId::trusted("console");
    auto requirements = std::make_shared<Requirements>();
    for (const QString &expression : expressionsOf(m_require->text()))
        if (const auto added = addExpression(*requirements, expression.toStdString()); !added) {
            tell(m_words.error(added.error()));
            return added.error();
        }
    if (!requirements->empty())
        request.requirements = requirements;
    request.placement.kind = Placement::Kind(m_placement->currentData().toInt());
    const bool takesWindow =
        request.placement.kind == Placement::Kind::Window || request.placement.kind == Placement::Kind::NewTab;
    if (takesWindow)
        request.placement.window = m_window;
    if (request.placement.kind == Placement::Kind::Window && !m_window) {
        tell(tr("Choose a window first: select it in the fleet and explain from there."));
        return Error(ErrorCode::BadRequest, {{"reason", "no window"}});
    }
    request.reuseOnly = m_reuseOnly->isChecked();
    request.autoProvision = m_autoProvision->isChecked();
    tell({});
    return request;
}

void ExplainForm::tell(const QString &problem)
{
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty());
}

void ExplainForm::retranslate()
{
    m_userLabel->setText(tr("&User"));
    m_requireLabel->setText(tr("&Requires"));
    m_require->setPlaceholderText(tr("such as metadata.region=eu, metadata.ram>=8, kind=browser"));
    m_require->setToolTip(tr("What the client must fulfil; several expressions are separated by commas."));
    m_placementLabel->setText(tr("&Where"));
    m_placement->setItemText(0, tr("any tab"));
    m_placement->setItemText(1, tr("a new tab"));
    m_placement->setItemText(2, tr("a new window"));
    m_placement->setItemText(3, tr("an isolated window"));
    m_placement->setItemText(4, tr("this window"));
    m_reuseOnly->setText(tr("&Only what exists"));
    m_autoProvision->setText(tr("May &create"));
    m_submit->setText(tr("Explain"));
    m_user->setAccessibleName(tr("User"));
    m_user->lineEdit()->setAccessibleName(m_user->accessibleName());
    m_require->setAccessibleName(tr("Requires"));
    m_placement->setAccessibleName(tr("Where"));
}

} // namespace cheetah::gui
