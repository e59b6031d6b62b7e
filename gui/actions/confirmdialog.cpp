// SPDX-License-Identifier: GPL-3.0-or-later
#include "actions/confirmdialog.h"

#include "session/session.h"
#include "theme/style.h"

#include <QtCore/QEvent>
#include <QtGui/QKeyEvent>
#include <QtWidgets/QCheckBox>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QDialogButtonBox>
#include <QtWidgets/QFormLayout>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QListView>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QStyle>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>

namespace cheetah::gui {

namespace {

constexpr int mostRowsShown = 6;
constexpr int longestReason = 256;
constexpr int columns = 84; ///< of the dialog, in average characters
constexpr Seconds keepOuts[] = {Seconds(0), Seconds(60), Seconds(600), Seconds(3'600)};
constexpr Seconds deadlines[] = {Seconds(0), Seconds(60), Seconds(300), Seconds(900), Seconds(3'600)};

QLabel *plainLabel(QWidget *parent)
{
    auto *label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    return label;
}

/// Durations as entries of a box, 0 as `none`; keeps what is chosen.
void fillDurations(QComboBox &box, const Seconds *first, const Seconds *last, const QString &none)
{
    const int chosen = std::max(box.currentIndex(), 0);
    const QSignalBlocker blocker(box);
    box.clear();
    for (; first != last; ++first)
        box.addItem(first->count() == 0 ? none : Words::roughly(*first), qlonglong(first->count()));
    box.setCurrentIndex(chosen);
}

Seconds chosen(const QComboBox &box)
{
    return Seconds(box.currentData().toLongLong());
}

} // namespace

ConfirmDialog::ConfirmDialog(Workspace &workspace, std::shared_ptr<OperatorFlow> flow, Micros grace, QWidget *parent)
    : QDialog(parent),
      m_workspace(workspace),
      m_flow(std::move(flow)),
      m_grace(grace),
      m_words(workspace.words),
      m_items(m_flow, m_words, workspace.theme)
{
    setAttribute(Qt::WA_DeleteOnClose);
    setObjectName(QStringLiteral("confirmDialog"));
    build();
    connect(&workspace.session.pending(), &PendingActions::previewChanged, this, [this](FlowId id) {
        if (id == m_flow->id())
            refresh();
    });
    connect(&workspace.session.deployment(), &Deployment::stateChanged, this, &ConfirmDialog::refresh);
    connect(&workspace.session.fleet(), &FleetStore::pausedChanged, this, &ConfirmDialog::refresh);
    connect(&workspace.theme, &Theme::changed, this, &ConfirmDialog::restyle);
    retranslate();
    restyle();
    m_cancel->setFocus();
}

void ConfirmDialog::build()
{
    auto *all = new QVBoxLayout(this);
    auto *top = new QHBoxLayout;
    m_icon = new QLabel(this);
    m_headline = plainLabel(this);
    QFont bold = m_headline->font();
    bold.setBold(true);
    bold.setPointSizeF(bold.pointSizeF() * 1.15);
    m_headline->setFont(bold);
    top->addWidget(m_icon, 0, Qt::AlignTop);
    top->addWidget(m_headline, 1);
    all->addLayout(top);

    m_list = new QListView(this);
    m_list->setObjectName(QStringLiteral("targets"));
    m_list->setModel(&m_items);
    m_list->setUniformItemSizes(true);
    m_list->setSelectionMode(QAbstractItemView::NoSelection);
    m_list->setTextElideMode(Qt::ElideMiddle);
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    const int rows = std::min(m_items.rowCount(), mostRowsShown);
    const int row =
        std::max(fontMetrics().height(), style()->pixelMetric(QStyle::PM_SmallIconSize)) + fontMetrics().height() / 3;
    m_list->setFixedHeight(rows * row + 2 * m_list->frameWidth() + row / 4);
    all->addWidget(m_list);

    m_change = plainLabel(this);
    m_change->setObjectName(QStringLiteral("change"));
    m_consequences = plainLabel(this);
    m_consequences->setObjectName(QStringLiteral("consequences"));
    all->addWidget(m_change);
    all->addWidget(m_consequences);

    auto *form = new QFormLayout;
    form->setRowWrapPolicy(QFormLayout::WrapLongRows);
    addOptions(*form);
    all->addLayout(form);

    m_graceNote = plainLabel(this);
    m_whyNot = plainLabel(this);
    m_whyNot->setObjectName(QStringLiteral("whyNot"));
    all->addWidget(m_graceNote);
    all->addWidget(m_whyNot);
    all->addStretch();

    auto *buttons = new QDialogButtonBox(this);
    m_cancel = buttons->addButton(QDialogButtonBox::Cancel);
    m_confirm = buttons->addButton(QString(), QDialogButtonBox::AcceptRole);
    m_confirm->setObjectName(QStringLiteral("confirm"));
    m_cancel->setObjectName(QStringLiteral("cancel"));
    m_confirm->setProperty(Style::toneProperty, int(Tone::Danger));
    m_confirm->setDefault(false);
    m_cancel->setDefault(true);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    all->addWidget(buttons);
    setMinimumWidth(fontMetrics().averageCharWidth() * columns);
}

void ConfirmDialog::addOptions(QFormLayout &form)
{
    const auto label = [this](QWidget *field) {
        auto *made = new QLabel(this);
        made->setTextFormat(Qt::PlainText);
        made->setBuddy(field);
        return made;
    };
    if (m_flow->plan().verb == OperatorVerb::Disconnect) {
        m_keepOut = new QComboBox(this);
        m_keepOut->setObjectName(QStringLiteral("keepOut"));
        form.addRow(m_keepOutLabel = label(m_keepOut), m_keepOut);
        connect(m_keepOut, &QComboBox::currentIndexChanged, this, &ConfirmDialog::optionsChanged);
    }
    if (m_flow->plan().verb == OperatorVerb::Drain) {
        m_deadline = new QComboBox(this);
        m_deadline->setObjectName(QStringLiteral("deadline"));
        m_force = new QCheckBox(this);
        m_force->setObjectName(QStringLiteral("force"));
        form.addRow(m_deadlineLabel = label(m_deadline), m_deadline);
        form.addRow(QString(), m_force);
        connect(m_deadline, &QComboBox::currentIndexChanged, this, &ConfirmDialog::optionsChanged);
        connect(m_force, &QCheckBox::toggled, this, &ConfirmDialog::optionsChanged);
    }
    m_reason = new QLineEdit(this);
    m_reason->setObjectName(QStringLiteral("reason"));
    m_reason->setMaxLength(longestReason);
    m_reason->setText(QString::fromStdString(m_flow->plan().reason));
    form.addRow(m_reasonLabel = label(m_reason), m_reason);
    if (int(m_flow->items().size()) >= typedFrom) {
        m_typed = new QLineEdit(this);
        m_typed->setObjectName(QStringLiteral("typed"));
        m_typed->setInputMethodHints(Qt::ImhDigitsOnly);
        form.addRow(m_typeLabel = label(m_typed), m_typed);
        connect(m_typed, &QLineEdit::textChanged, this, &ConfirmDialog::refresh);
    }
}

void ConfirmDialog::optionsChanged()
{
    if (m_keepOut)
        m_flow->setKeepOut(chosen(*m_keepOut));
    if (m_deadline) {
        const Seconds deadline = chosen(*m_deadline);
        m_flow->setDeadline(deadline.count() > 0 ? std::optional<Micros>(deadline) : std::nullopt,
                            m_force->isChecked());
    }
    refresh();
}

int ConfirmDialog::left() const
{
    return int(m_flow->count(FlowItem::Stage::Waiting));
}

QString ConfirmDialog::whyNot() const
{
    const QString reason = m_workspace.session.whyNoAction();
    if (!reason.isEmpty())
        return reason;
    return left() == 0 ? tr("Nothing is left to do.") : QString();
}

void ConfirmDialog::refresh()
{
    const auto &identity = m_workspace.session.deployment().identity();
    const DeploymentPolicies policies = identity ? identity->policies : DeploymentPolicies();
    const int count = left(), gone = int(m_flow->items().size()) - count;
    m_items.refresh();
    m_change->setText(gone == 0 ? QString() : tr("%n of them changed meanwhile and will be left out.", nullptr, gone));
    m_change->setVisible(gone > 0);
    QStringList consequences = FlowWords::consequences(*m_flow, policies);
    for (QString &sentence : consequences)
        sentence.prepend(QStringLiteral("•  "));
    m_consequences->setText(consequences.join(QLatin1Char('\n')));
    m_whyNot->setText(whyNot());
    m_whyNot->setVisible(!m_whyNot->text().isEmpty());
    if (m_force)
        m_force->setEnabled(chosen(*m_deadline).count() > 0);
    if (m_typeLabel)
        m_typeLabel->setText(tr("Type %1 to confirm:", "a number").arg(count));
    m_confirm->setText(FlowWords::confirmButton(m_flow->plan().verb, count));
    m_confirm->setEnabled(m_whyNot->text().isEmpty()
                          && (!m_typed || m_typed->text().trimmed() == QString::number(count)));
}

void ConfirmDialog::retranslate()
{
    setWindowTitle(FlowWords::headline(*m_flow));
    m_headline->setText(tr("%1?", "a question from a headline").arg(FlowWords::headline(*m_flow)));
    m_list->setAccessibleName(tr("What it concerns"));
    m_reasonLabel->setText(tr("&Reason:"));
    m_reason->setPlaceholderText(tr("Optional; it goes into the journal"));
    m_cancel->setText(tr("Cancel"));
    if (m_keepOut) {
        m_keepOutLabel->setText(tr("&Keep out for:"));
        fillDurations(*m_keepOut, std::begin(keepOuts), std::end(keepOuts), tr("Do not keep out"));
    }
    if (m_deadline) {
        m_deadlineLabel->setText(tr("&Deadline:"));
        fillDurations(*m_deadline, std::begin(deadlines), std::end(deadlines), tr("None"));
        m_force->setText(tr("&End what is left at the deadline"));
    }
    const int seconds = int(m_grace.count() / 1'000'000);
    m_graceNote->setText(
        tr("It is sent %n second(s) after you confirm; until then you can cancel it.", nullptr, seconds));
    m_graceNote->setVisible(seconds > 0);
    refresh();
}

void ConfirmDialog::restyle()
{
    const int size = style()->pixelMetric(QStyle::PM_LargeIconSize);
    m_icon->setPixmap(m_workspace.theme.icon(FlowWords::glyph(m_flow->plan().verb), Tone::Danger)
                          .pixmap(QSize(size, size), devicePixelRatioF()));
    const auto paint = [this](QLabel &label, Tone tone) {
        QPalette colours = palette();
        colours.setColor(QPalette::WindowText, m_workspace.theme.color(tone));
        label.setPalette(colours);
    };
    paint(*m_change, Tone::Warn);
    paint(*m_whyNot, Tone::Danger);
    paint(*m_graceNote, Tone::Muted);
    m_items.refresh();
}

void ConfirmDialog::changeEvent(QEvent *event)
{
    QDialog::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

/// Enter in a field goes on to the next one: it neither confirms nor throws away what was typed.
void ConfirmDialog::keyPressEvent(QKeyEvent *event)
{
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (isEnter && !qobject_cast<QPushButton *>(focusWidget())) {
        focusNextChild();
        return event->accept();
    }
    QDialog::keyPressEvent(event);
}

void ConfirmDialog::done(int result)
{
    if (result == QDialog::Accepted) {
        if (!m_confirm->isEnabled())
            return;
        m_flow->setReason(m_reason->text().trimmed().toStdString());
        m_workspace.session.pending().confirm(m_flow, m_grace);
        emit confirmed(m_flow->id());
    } else {
        m_flow->cancel();
    }
    QDialog::done(result);
}

} // namespace cheetah::gui
