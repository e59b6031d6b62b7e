// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/log.h"
#include "views/tailview.h"

class QComboBox;
class QFileDialog;

namespace cheetah::gui {

class LogModel;

/// What engine, console and the browsers that were started here logged, from a level on; it can be saved as a file.
class LogView : public TailView {
    Q_OBJECT

public:
    explicit LogView(Workspace &workspace, QWidget *parent = nullptr);

    QString title() const override;
    const FieldSet &fieldSet() const override;
    std::vector<ValueSuggestion> valueSuggestions(const QString &field, const QString &part) const override;
    const LogModel &model() const { return *m_model; }
    /// Writes the lines that are shown, piece by piece; the banner tells how it ended.
    void saveTo(const QString &path);

protected:
    QString about() const override;
    void setEmpty(EmptyState &empty) const override;
    void fillMenu(QMenu &menu, const QModelIndex &index) override;
    void retranslate() override;
    void restyle() override;

private:
    void chooseFile();

    LogModel *m_model;
    QComboBox *m_level;
    QToolButton *m_save;
};

} // namespace cheetah::gui
