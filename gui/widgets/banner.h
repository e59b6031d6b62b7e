// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "theme/theme.h"

#include <QtWidgets/QWidget>

class QLabel;
class QPushButton;
class QToolButton;

namespace cheetah::gui {

class CountBadge;
class GlyphLabel;

/// Code and parameters of an error, for "Details" and support; one a line.
QString detailsOf(const Error &error);

struct BannerMessage {
    Tone tone = Tone::Info;
    QString text{};    ///< what happened, the consequence, what to do; plain
    QString action{};  ///< on a button; empty: none
    QString details{}; ///< shown on demand, with a button to copy it; empty: none
    bool canClose = true;

    friend bool operator==(const BannerMessage &, const BannerMessage &) = default;
};

/// A message that stays on top of the view that it concerns until it is closed or no longer true. One at a time: a new one
/// takes the place of the old one, the same again counts up. Hidden while there is none.
class Banner : public QWidget {
    Q_OBJECT

public:
    explicit Banner(const Theme &theme, QWidget *parent = nullptr);

    void tell(const BannerMessage &message);
    void clear();
    const BannerMessage &message() const { return m_message; }
    /// How often in a row this message came.
    int count() const { return m_count; }
    /// The keyboard to its first button; to itself if it has none, so that it is heard.
    void takeFocus();

signals:
    void actionWanted();
    /// By the person, not by clear().
    void closed();

protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void makeDetails();
    void showDetails(bool shown);
    void retranslate();
    void restyle();

    const Theme &m_theme;
    BannerMessage m_message;
    int m_count = 0;
    GlyphLabel *m_glyph;
    QLabel *m_text;
    CountBadge *m_times;
    QPushButton *m_action;
    QToolButton *m_more, *m_close;
    QWidget *m_detailsArea;
    QLabel *m_details;
    QToolButton *m_copy;
};

} // namespace cheetah::gui
