// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "actions/operatorflow.h"
#include "actions/underway.h"
#include "model/policies.h"
#include "session/words.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QStringList>

namespace cheetah::gui {

/// What is said of actions by hand, one way in dialog, list and row. Names from outside are cleaned and bounded here.
class FlowWords {
    Q_DECLARE_TR_FUNCTIONS(cheetah::gui::FlowWords)

public:
    explicit FlowWords(const Words &words) : m_words(words) {}

    /// Such as `Release 3 assignments of client c-17`.
    static QString headline(const OperatorFlow &flow);
    /// On the button that does it: verb and count.
    static QString confirmButton(OperatorVerb verb, int count);
    /// `Releasing…`, for rows.
    static QString underWay(OperatorVerb verb);
    /// The same, or `Checking…` where it is not known whether it happened.
    static QString underWay(const UnderWay &underWay);
    /// For tooltips and those who hear it.
    static QString sentence(const UnderWay &underWay);
    static Tone tone(const UnderWay &underWay) { return underWay.isUncertain ? Tone::Warn : Tone::Info; }
    static Glyph glyph(const UnderWay &underWay) { return underWay.isUncertain ? Glyph::Unknown : Glyph::Pending; }
    /// What it does and what it does not do, sentence by sentence.
    static QStringList consequences(const OperatorFlow &flow, const DeploymentPolicies &policies);
    /// One object: what it is called, and by whom it is used.
    static QString target(const FlowItem &item);
    /// What happened to it while the preview was open; empty: nothing.
    QString preview(const FlowItem &item) const;
    /// What became of it, as a sentence.
    QString outcome(const OperatorFlow &flow, const FlowItem &item) const;
    /// How the flow as a whole stands.
    QString state(const OperatorFlow &flow, SteadyTime now) const;
    static Tone tone(const FlowItem &item);
    static Glyph glyph(const FlowItem &item);
    static Tone tone(const OperatorFlow &flow);
    static Glyph glyph(const OperatorFlow &flow);
    static Glyph glyph(OperatorVerb verb);

    /// An id from outside, fit to be shown.
    static QString shown(std::string_view id);

private:
    QString done(const OperatorFlow &flow, const FlowItem &item) const;
    QString over(const OperatorFlow &flow, const FlowItem &item) const;
    QString summary(const OperatorFlow &flow) const;

    const Words &m_words;
};

} // namespace cheetah::gui
