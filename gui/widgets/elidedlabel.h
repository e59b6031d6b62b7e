// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtWidgets/QFrame>

namespace cheetah::gui {

/// One line of text from anywhere, shown as plain text and cut to the space there is; the whole text is its tooltip then,
/// and always its accessible name. Muted text: `setForegroundRole(QPalette::PlaceholderText)`.
class ElidedLabel : public QFrame {
    Q_OBJECT

public:
    explicit ElidedLabel(const QString &text = {}, QWidget *parent = nullptr);

    /// Line breaks, control and bidi characters are shown as escapes.
    void setText(const QString &text);
    const QString &text() const { return m_text; }
    void setElideMode(Qt::TextElideMode mode);
    void setAlignment(Qt::Alignment alignment);
    bool isCut() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    QString m_text;
    Qt::TextElideMode m_mode = Qt::ElideRight;
    Qt::Alignment m_alignment = Qt::AlignLeading | Qt::AlignVCenter;
};

} // namespace cheetah::gui
