// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme/theme.h"

#include <QtWidgets/QWidget>

class QLabel;

namespace cheetah::gui {

class GlyphLabel;

/// What is wrong with the field above it, as glyph and plain words; takes no room while nothing is.
class FieldNote : public QWidget {
    Q_OBJECT

public:
    /// The sentence becomes the field's accessible description too.
    FieldNote(const Theme &theme, QWidget *field, QWidget *parent = nullptr);

    void tell(const QString &sentence);
    void clear() { tell({}); }
    QString text() const;

private:
    void restyle();

    const Theme &m_theme;
    QWidget *m_field;
    GlyphLabel *m_glyph;
    QLabel *m_text;
};

} // namespace cheetah::gui
