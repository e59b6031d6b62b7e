// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme/theme.h"

#include <QtWidgets/QDialog>

namespace cheetah::gui {

/// Version and licences. Open it with open().
class AboutDialog : public QDialog {
    Q_OBJECT

public:
    explicit AboutDialog(const Theme &theme, QWidget *parent = nullptr);
};

} // namespace cheetah::gui
