// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/explainview.h"

#include "actions/actions.h"
#include "models/explanationmodel.h"
#include "session/session.h"
#include "session/words.h"
#include "theme/theme.h"
#include "views/decisionpanel.h"
#include "views/explainform.h"

#include <QtCore/QLocale>
#include <QtWidgets/QBoxLayout>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QMenu>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QScrollArea>
#include <QtWidgets/QTreeView>

namespace cheetah::gui {

ExplainView::ExplainView(Workspace &workspace, QWidget *parent) : View(ViewId::Explain, workspace, parent)
{
    m_form = new ExplainForm(workspace.words, workspace.theme, this);
    m_then = new DecisionPanel(workspace.words, workspace.theme, this);
    m_now = new DecisionPanel(workspace.words, workspace.theme, this);
    m_again = new QPushButton(this);
    m_again->setAutoDefault(false);
    m_now->addButton(m_again);
    m_model = new ExplanationModel(workspace.words, workspace.theme, this);
    m_tree = new QTreeView(this);
    m_tree->setModel(m_model);
    m_tree->setUniformRowHeights(true);
    m_tree->setAlternatingRowColors(true);
    m_tree->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_tree->header()->setStretchLastSection(true);
    m_tree->header()->resizeSection(ExplanationModel::What, fontMetrics().averageCharWidth() * 34);
    m_tree->header()->resizeSection(ExplanationModel::Then, fontMetrics().averageCharWidth() * 18);
    m_tree->setContextMenuPolicy(Qt::CustomContextMenu);

    // No sentence is cut off in a low dock: there all of it scrolls.
    auto *page = new QWidget;
    auto *layout = new QVBoxLayout(page);
    layout->addWidget(m_form);
    m_decisions = new QBoxLayout(QBoxLayout::LeftToRight);
    m_decisions->addWidget(m_then, 1);
    m_decisions->addWidget(m_now, 1);
    layout->addLayout(m_decisions);
    layout->addWidget(m_tree, 1);
    layout->addStretch(0);
    auto *area = new QScrollArea(this);
    area->setFrameShape(QFrame::NoFrame);
    area->setFocusPolicy(Qt::NoFocus);
    area->setWidgetResizable(true);
    area->setWidget(page);
    auto *outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(area);

    connect(m_form, &ExplainForm::submitted, this, &ExplainView::submit);
    connect(m_form, &ExplainForm::cleared, this, &ExplainView::startAnew);
    connect(m_again, &QPushButton::clicked, this, &ExplainView::ask);
    connect(m_tree, &QTreeView::activated, this, &ExplainView::follow);
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex &index) {
        if (const auto context = index.data(ExplanationModel::ContextRole).value<ContextNamePtr>())
            this->workspace().session.selection().select(*context);
    });
    connect(m_tree, &QTreeView::customContextMenuRequested, this, [this](const QPoint &at) {
        auto *menu = new QMenu(this);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        this->workspace().actions.fillContextMenu(*menu);
        menu->popup(m_tree->viewport()->mapToGlobal(at));
    });
    connect(&workspace.session.fleet(), &FleetStore::changed, this, [this](const FleetBatch &batch) {
        if (isVisible() && (batch.whole || batch.clients.isStructural()))
            m_form->offerUsers(this->workspace().session.fleet().fleet());
        if (isVisible())
            showAge();
    });
    setFocusProxy(m_form);
    retranslate();
}

ExplainView::~ExplainView() = default;

QString ExplainView::title() const
{
    return tr("Explain");
}

void ExplainView::explain(const AcquireRequest &request)
{
    m_refused.reset();
    begin(request);
}

void ExplainView::explain(const JournalEntry &refused)
{
    m_refused = refused;
    begin(refused.refusal->request);
}

void ExplainView::begin(const AcquireRequest &request)
{
    m_answer.reset(); // it was about something else
    m_form->setRequest(request);
    retranslate();
    ask();
}

/// What was typed is another question than the one that was refused.
void ExplainView::submit()
{
    if (m_refused && m_form->isChanged()) {
        m_refused.reset();
        retranslate();
    }
    ask();
}

void ExplainView::startAnew()
{
    m_asked.reset();
    m_isAsking = false;
    m_refused.reset();
    m_answer.reset();
    retranslate();
}

void ExplainView::ask()
{
    auto request = m_form->request();
    if (!request)
        return;
    m_asked.reset();
    m_isAsking = true;
    showAge();
    workspace().session.requests().explain(*request, true, m_asked, [this](Result<Explanation> answer) {
        m_isAsking = false;
        m_answer.emplace(std::move(answer));
        showNow();
        showCandidates();
    });
}

/// The sentences anew, from the answers that there are.
void ExplainView::retranslate()
{
    m_form->retranslate();
    m_tree->setAccessibleName(tr("Candidates and what stands against them"));
    m_again->setText(tr("Explain again"));
    showThen();
    showNow();
    showCandidates();
}

/// The decision that the journal keeps.
void ExplainView::showThen()
{
    m_then->setVisible(m_refused.has_value());
    m_now->setHeading(m_refused ? tr("Now") : QString());
    m_form->setMissing(m_refused && m_refused->refusal->isCut
                           ? tr("Its requirements were too long for the journal and are missing here.")
                           : QString());
    if (!m_refused)
        return;
    const Refusal &refusal = *m_refused->refusal;
    const std::string_view reason = [this] {
        for (const auto &[key, value] : m_refused->params)
            if (key == "reason")
                return std::string_view(value);
        return std::string_view();
    }();
    const QString refused = workspace().words.error(Error(errorCodeFromName(reason), m_refused->params));
    m_then->setHeading(tr("When it was refused, %1").arg(Words::time(m_refused->at)));
    if (refusal.explanation) {
        m_then->tell(*refusal.explanation);
        m_then->setNote(tr("%1 Decided at revision %2.", "a sentence with the reason; a number")
                            .arg(refused, QLocale().toString(qulonglong(refusal.explanation->revision))));
    } else {
        m_then->tell(Glyph::No, Tone::Warn, refused, tr("It ended without a look at what stood against it."));
        m_then->setNote({});
    }
}

void ExplainView::showNow()
{
    if (m_answer && *m_answer)
        m_now->tell(**m_answer);
    else if (m_answer)
        m_now->tell(Glyph::Error, Tone::Danger, workspace().words.error(m_answer->error()));
    else if (m_refused)
        m_now->tell(Glyph::Explain, Tone::Info, tr("Would the same request get a tab?"));
    else
        m_now->tell(Glyph::Explain, Tone::Info, tr("Would a request get a tab, and if not, why?"),
                    tr("Say what it asks for and press Enter, or open a refused acquire from the journal. Nothing is "
                       "reserved."));
    showAge();
}

/// Both decisions by cause, the present one with its candidates.
void ExplainView::showCandidates()
{
    const Explanation *now = m_answer && *m_answer ? &**m_answer : nullptr;
    const Explanation *then =
        m_refused && m_refused->refusal->explanation ? &*m_refused->refusal->explanation : nullptr;
    m_model->show(now ? std::optional(*now) : std::nullopt, then ? std::optional(*then) : std::nullopt);
    m_tree->setColumnHidden(ExplanationModel::Then, !then);
    m_tree->setVisible((now && now->candidates > 0) || (then && then->candidates > 0));
    if (now && now->details.size() <= 50)
        m_tree->expandAll();
}

void ExplainView::showAge()
{
    const bool hasAnswer = m_answer && m_answer->ok();
    const std::uint64_t revision = hasAnswer ? (*m_answer)->revision : 0;
    const std::uint64_t present = workspace().session.fleet().fleet().revision();
    const QLocale locale;
    if (m_isAsking)
        m_now->setNote(tr("Asking the node…"));
    else if (hasAnswer && present > revision)
        m_now->setNote(tr("Decided at revision %1; the fleet has changed since, to %2.")
                           .arg(locale.toString(qulonglong(revision)), locale.toString(qulonglong(present))));
    else if (hasAnswer)
        m_now->setNote(tr("Decided at revision %1, which is what you see.").arg(locale.toString(qulonglong(revision))));
    else
        m_now->setNote({});
    m_again->setVisible(!m_isAsking && hasAnswer && present > revision);
}

void ExplainView::showEvent(QShowEvent *event)
{
    View::showEvent(event);
    m_form->offerUsers(workspace().session.fleet().fleet());
    showAge();
}

/// Side by side where there is room.
void ExplainView::resizeEvent(QResizeEvent *event)
{
    View::resizeEvent(event);
    const bool isWide = width() >= fontMetrics().averageCharWidth() * 90;
    m_decisions->setDirection(isWide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
}

void ExplainView::follow(const QModelIndex &index)
{
    if (const auto context = index.data(ExplanationModel::ContextRole).value<ContextNamePtr>())
        workspace().session.navigator().showObject(*context);
}

} // namespace cheetah::gui
