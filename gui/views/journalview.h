// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/journal.h"
#include "views/tailview.h"

namespace cheetah::gui {

class JournalModel;

/// What happened, as the node told it: a live coordination record, not a task ledger. From a line one comes to what it is
/// about: a refused acquire is explained, a command shows its evidence, everything else its tab or client.
class JournalView : public TailView {
    Q_OBJECT

public:
    explicit JournalView(Workspace &workspace, QWidget *parent = nullptr);

    QString title() const override;
    const FieldSet &fieldSet() const override;
    std::vector<ValueSuggestion> valueSuggestions(const QString &field, const QString &part) const override;
    const JournalModel &model() const { return *m_model; }

protected:
    QString about() const override;
    void setEmpty(EmptyState &empty) const override;
    void open(const QModelIndex &index) override;
    void fillMenu(QMenu &menu, const QModelIndex &index) override;
    void retranslate() override;
    void restyle() override;

private:
    void explain(const JournalEntry &entry);
    void showObject(const JournalEntry &entry);

    JournalModel *m_model;
};

} // namespace cheetah::gui
