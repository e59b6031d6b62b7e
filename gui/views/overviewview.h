// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/overviewnumbers.h"
#include "theme/theme.h"
#include "views/view.h"

class QLabel;
class QScrollArea;
class QStackedWidget;
class QTreeView;

namespace cheetah::gui {

class AttentionModel;
class Card;
class EmptyState;
class GlyphLabel;
class NoClientYet;
class WrappedText;

/// Answers "is it fine?" within seconds: one sentence of judgement, the numbers behind it, and what needs attention. All of
/// it stands at one revision, looked at anew once a second while it is seen.
class OverviewView : public View {
    Q_OBJECT

public:
    explicit OverviewView(Workspace &workspace, QWidget *parent = nullptr);
    ~OverviewView() override;

    QString title() const override;
    struct Judgement {
        Tone tone = Tone::Neutral;
        QString text;
    };
    Judgement judgement() const;
    /// Does what a click on the card does.
    void open(OverviewNumber number);
    Card *card(OverviewNumber number) const { return m_cards[std::size_t(number)]; }
    AttentionModel &attention() { return *m_attention; }

protected:
    void retranslate() override;
    void restyle() override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void makeCards();
    void makeList();
    void refresh();
    void showCard(OverviewNumber number);
    void openItem(const QModelIndex &index);
    void runAction(const QModelIndex &index);
    void showMenu(const QPoint &at);
    void fitList();

    OverviewNumbers m_numbers;
    AttentionModel *m_attention;
    std::array<Card *, overviewNumberCount> m_cards{};
    QScrollArea *m_scroll;
    QWidget *m_content, *m_cardArea;
    GlyphLabel *m_glyph;
    WrappedText *m_judgement;
    QLabel *m_asOf, *m_heading;
    NoClientYet *m_noClient;
    QStackedWidget *m_listPages;
    QTreeView *m_list;
    EmptyState *m_allWell;
};

} // namespace cheetah::gui
