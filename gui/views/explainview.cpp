// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/explainview.h"

#include "actions/actions.h"
#include "models/explanationmodel.h"
#include "session/session.h"
#include "session/words.h"
#include "theme/theme.h"
#include "views/explainform.h"

#include <QtCore/QLocale>
#include <QtWidgets/QGridLayout>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QLabel>
#include <QtWidgets/QMenu>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QTreeView>

namespace cheetah::gui {

ExplainView::ExplainView(Workspace &workspace, QWidget *parent) : View(ViewId::Explain, workspace, parent)
{
    m_form = new ExplainForm(workspace.words, this);
    const auto sentence = [this] {
        auto *label = new QLabel(this);
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
        return label;
    };
    m_glyph = new QLabel(this);
    m_sentence = sentence();
    QFont large = font();
    large.setPointSizeF(large.pointSizeF() * 1.15);
    large.setBold(true);
    m_sentence->setFont(large);
    m_help = sentence();
    m_creation = sentence();
    m_age = sentence();
    m_again = new QPushButton(this);
    m_again->setAutoDefault(false);
    m_model = new ExplanationModel(workspace.words, workspace.theme, this);
    m_tree = new QTreeView(this);
    m_tree->setModel(m_model);
    m_tree->setUniformRowHeights(true);
    m_tree->setAlternatingRowColors(true);
    m_tree->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_tree->header()->setStretchLastSection(true);
    m_tree->header()->resizeSection(0, fontMetrics().averageCharWidth() * 34);
    m_tree->setContextMenuPolicy(Qt::CustomContextMenu);

    auto *layout = new QGridLayout(this);
    layout->setColumnStretch(1, 1);
    layout->addWidget(m_form, 0, 0, 1, 3);
    layout->addWidget(m_glyph, 1, 0, Qt::AlignTop);
    layout->addWidget(m_sentence, 1, 1, 1, 2);
    layout->addWidget(m_help, 2, 1, 1, 2);
    layout->addWidget(m_creation, 3, 1, 1, 2);
    layout->addWidget(m_age, 4, 1);
    layout->addWidget(m_again, 4, 2);
    layout->addWidget(m_tree, 5, 0, 1, 3);
    layout->setRowStretch(5, 1);

    connect(m_form, &ExplainForm::submitted, this, &ExplainView::ask);
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
    m_form->setRequest(request);
    ask();
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
        show(answer);
    });
}

void ExplainView::show(const Result<Explanation> &answer)
{
    m_answer.emplace(answer);
    retranslate();
    m_model->show(answer ? *answer : Explanation());
    if (answer && answer->details.size() <= 50)
        m_tree->expandAll();
}

/// The sentences anew, from the answer that there is.
void ExplainView::retranslate()
{
    m_form->retranslate();
    const Wording &wording = workspace().words.wording();
    m_help->clear();
    m_creation->clear();
    if (!m_answer) {
        m_sentence->setText(tr("Would a request get a tab, and if not, why?"));
        m_help->setText(
            tr("Say what it asks for and press Enter, or open a refused acquire from the journal. Nothing is "
               "reserved."));
    } else if (const auto &answer = *m_answer; !answer) {
        m_sentence->setText(workspace().words.error(answer.error()));
    } else {
        m_sentence->setText(text(wording.explanation(*answer)));
        if (answer->smallestChange)
            m_help->setText(tr("What would help: %1").arg(text(wording.suggestion(*answer->smallestChange))));
        m_creation->setText(text(wording.provisioning(answer->provisioning)));
    }
    for (QLabel *label : {m_help, m_creation})
        label->setVisible(!label->text().isEmpty());
    m_tree->setVisible(m_answer && m_answer->ok() && (*m_answer)->candidates > 0);
    m_tree->setAccessibleName(tr("Candidates and what stands against them"));
    m_again->setText(tr("Explain again"));
    restyle();
    showAge();
}

void ExplainView::restyle()
{
    const Theme &theme = workspace().theme;
    const int size = int(fontMetrics().height() * 1.4);
    QIcon icon = theme.icon(Glyph::Explain, Tone::Info);
    if (m_answer && !*m_answer)
        icon = theme.icon(Glyph::Error, Tone::Danger);
    else if (m_answer)
        icon = (*m_answer)->fitting > 0 ? theme.icon(Glyph::Yes, Tone::Ok) : theme.icon(Glyph::No, Tone::Warn);
    m_glyph->setPixmap(icon.pixmap(size));
}

void ExplainView::showAge()
{
    const bool hasAnswer = m_answer && m_answer->ok();
    const std::uint64_t revision = hasAnswer ? (*m_answer)->revision : 0;
    const std::uint64_t present = workspace().session.fleet().fleet().revision();
    const QLocale locale;
    if (m_isAsking)
        m_age->setText(tr("Asking the node…"));
    else if (hasAnswer && present > revision)
        m_age->setText(tr("Decided at revision %1; the fleet has changed since, to %2.")
                           .arg(locale.toString(qulonglong(revision)), locale.toString(qulonglong(present))));
    else if (hasAnswer)
        m_age->setText(tr("Decided at revision %1, which is what you see.").arg(locale.toString(qulonglong(revision))));
    m_age->setVisible(m_isAsking || hasAnswer);
    m_again->setVisible(!m_isAsking && hasAnswer && present > revision);
}

void ExplainView::showEvent(QShowEvent *event)
{
    View::showEvent(event);
    m_form->offerUsers(workspace().session.fleet().fleet());
    showAge();
}

void ExplainView::follow(const QModelIndex &index)
{
    if (const auto context = index.data(ExplanationModel::ContextRole).value<ContextNamePtr>())
        workspace().session.navigator().showObject(*context);
}

} // namespace cheetah::gui
