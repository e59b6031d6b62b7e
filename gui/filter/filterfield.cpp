// SPDX-License-Identifier: GPL-3.0-or-later
#include "filter/filterfield.h"

#include "filter/completionlist.h"
#include "filter/filterchips.h"
#include "filter/filteredit.h"
#include "filter/filtertext.h"
#include "settings/settings.h"
#include "theme/theme.h"

#include <QtCore/QLocale>
#include <QtGui/QAction>
#include <QtGui/QKeyEvent>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QMenu>
#include <QtWidgets/QVBoxLayout>

namespace cheetah::gui {

namespace {

using namespace std::chrono_literals;
constexpr auto pauseInTyping = 120ms;
constexpr auto patience = 900ms;       ///< before half a filter is called wrong
constexpr int leastLinesForChips = 32; ///< lines of text that the window must be high

/// What lets everything through, whatever the fields are: a target that makes us in its constructor cannot tell them yet.
ExpressionPtr noFilter()
{
    static const FieldSet none({}, {});
    return parseFilter({}, none);
}

} // namespace

FilterField::FilterField(FilterTarget &target, Theme &theme, Settings &settings, QString name, QWidget *parent)
    : QWidget(parent),
      m_target(target),
      m_theme(theme),
      m_settings(settings),
      m_name(std::move(name)),
      m_expression(noFilter()),
      m_edit(new FilterEdit(this)),
      m_stateIcon(m_edit->addAction(QIcon(), QLineEdit::LeadingPosition)),
      m_counts(new QLabel(this)),
      m_message(new QLabel(this)),
      m_chips(new FilterChips(theme, this)),
      m_list(new CompletionList(this))
{
    auto *line = new QHBoxLayout;
    line->addWidget(m_edit, 1);
    line->addWidget(m_counts);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addLayout(line);
    layout->addWidget(m_message);
    layout->addWidget(m_chips);

    m_edit->setMaxLength(FilterParser::mostLetters);
    m_edit->setClearButtonEnabled(true);
    m_edit->installEventFilter(this);
    setFocusProxy(m_edit);
    m_counts->setTextFormat(Qt::PlainText);
    m_counts->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_message->setTextFormat(Qt::PlainText);
    m_message->setWordWrap(true);
    m_message->hide();
    m_chips->hide();

    m_typing.setSingleShot(true);
    m_typing.setInterval(pauseInTyping);
    m_patience.setSingleShot(true);
    m_patience.setInterval(patience);
    connect(m_edit, &QLineEdit::textEdited, this, &FilterField::edited);
    connect(&m_typing, &QTimer::timeout, this, [this] {
        apply();
        suggest(false);
    });
    connect(&m_patience, &QTimer::timeout, this, &FilterField::showState);
    connect(m_list, &CompletionList::accepted, this, &FilterField::accept);
    connect(m_chips, &FilterChips::removed, this,
            [this](std::size_t part) { setText(withoutPart(*m_expression, part)); });
    connect(&theme, &Theme::changed, this, &FilterField::showState);
    retranslate();
}

FilterField::~FilterField()
{
    delete m_list; // it may belong to the window by now
}

QString FilterField::text() const
{
    return m_edit->text();
}

void FilterField::setText(const QString &text)
{
    m_edit->setText(text);
    apply();
}

void FilterField::setCounts(int shown, int total)
{
    if (m_shown == shown && m_total == total)
        return;
    m_shown = shown;
    m_total = total;
    showCounts();
}

void FilterField::setProgress(int percent)
{
    if (m_progress == percent)
        return;
    m_progress = percent;
    showCounts();
}

void FilterField::edit()
{
    m_edit->setFocus(Qt::ShortcutFocusReason);
    m_edit->selectAll();
}

void FilterField::reparse()
{
    m_expression.reset();
    apply();
}

void FilterField::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void FilterField::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    m_list->hide();
    showChips();
}

bool FilterField::eventFilter(QObject *watched, QEvent *event)
{
    if (watched != m_edit)
        return QWidget::eventFilter(watched, event);
    switch (event->type()) {
    case QEvent::ShortcutOverride:
        // Esc is ours while there is something to close or clear, whatever the window uses it for.
        if (static_cast<QKeyEvent *>(event)->key() == Qt::Key_Escape)
            event->accept();
        break;
    case QEvent::KeyPress:
        return pressed(*static_cast<QKeyEvent *>(event));
    case QEvent::FocusOut:
        m_list->hide();
        if (m_typing.isActive())
            apply();
        remember();
        break;
    case QEvent::Hide:
        m_list->hide();
        break;
    default:
        break;
    }
    return QWidget::eventFilter(watched, event);
}

/// Whether the key was for us and not for the line.
bool FilterField::pressed(const QKeyEvent &event)
{
    const bool isOpen = m_list->isVisible();
    switch (event.key()) {
    case Qt::Key_Down:
        if (isOpen)
            m_list->moveChoice(1);
        else if (m_edit->text().isEmpty() && !recent().isEmpty())
            showRecent();
        else
            suggest(true);
        return true;
    case Qt::Key_Up:
        if (isOpen)
            m_list->moveChoice(-1);
        return isOpen;
    case Qt::Key_PageDown:
    case Qt::Key_PageUp:
        if (isOpen)
            m_list->moveChoice(event.key() == Qt::Key_PageDown ? 8 : -8);
        return isOpen;
    case Qt::Key_Space:
        if (event.modifiers() != Qt::ControlModifier)
            return false;
        suggest(true);
        return true;
    case Qt::Key_Tab:
        if (isOpen)
            accept(m_list->choice());
        return isOpen;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (isOpen && m_list->hasChoice()) {
            accept(m_list->choice());
        } else {
            m_list->hide();
            apply();
            showState();
            remember();
        }
        return true;
    case Qt::Key_Escape:
        leave();
        return true;
    default:
        return false;
    }
}

void FilterField::edited()
{
    m_typing.start();
    m_edit->setMark(0, 0, {});
    if (m_edit->text().isEmpty())
        apply();
}

/// What is typed comes into force, if it is a filter.
void FilterField::apply()
{
    m_typing.stop();
    m_patience.stop();
    ExpressionPtr expression = parseFilter(m_edit->text(), m_target.fieldSet(), &m_error, m_target.searchedFields());
    const bool isOther = expression && (!m_expression || expression->text() != m_expression->text());
    if (isOther)
        m_expression = std::move(expression);
    else if (!m_expression)
        m_expression = noFilter();
    if (m_error.isUnfinished && m_edit->hasFocus())
        m_patience.start();
    showState();
    if (isOther)
        emit filterChanged(m_expression, m_expression->text());
}

/// Step by step: the list, the text, the field.
void FilterField::leave()
{
    if (m_list->isVisible()) {
        m_list->hide();
    } else if (!m_edit->text().isEmpty()) {
        remember();
        setText({});
    } else if (m_returnWidget) {
        m_returnWidget->setFocus(Qt::OtherFocusReason);
    } else {
        m_edit->clearFocus();
    }
}

/// Icon, underline and sentence, and the terms in force.
void FilterField::showState()
{
    const bool isWrong = !m_error.message.isEmpty() && !m_patience.isActive();
    const bool gaveUp = !isWrong && m_expression->gaveUp();
    const bool isOn = !m_expression->isEmpty();
    m_stateIcon->setIcon(isWrong  ? m_theme.icon(Glyph::Error, Tone::Danger)
                         : gaveUp ? m_theme.icon(Glyph::Warning, Tone::Warn)
                                  : m_theme.icon(Glyph::Filter, isOn ? Tone::Accent : Tone::Muted));
    m_edit->setMark(m_error.position, isWrong ? m_error.length : 0, m_theme.color(Tone::Danger));
    QString message;
    if (isWrong)
        message = isOn ? tr("%1 The filter before stays in force.").arg(m_error.message) : m_error.message;
    else if (gaveUp)
        message = tr("This pattern takes too long on some rows; those count as not matching.");
    m_stateIcon->setText(isWrong ? tr("Not a filter") : isOn ? tr("Filter in force") : tr("No filter"));
    m_stateIcon->setToolTip(m_stateIcon->text());
    m_edit->setAccessibleDescription(message);
    m_message->setText(message);
    QPalette colors = palette();
    colors.setColor(QPalette::WindowText, m_theme.color(isWrong ? Tone::Danger : Tone::Warn));
    m_message->setPalette(colors);
    m_message->setVisible(!message.isEmpty());
    showChips();
    showCounts();
}

void FilterField::showCounts()
{
    const QLocale locale;
    QString text;
    if (m_progress >= 0 && m_progress < 100)
        text = tr("filtering, %1 %").arg(m_progress);
    else if (m_total >= 0)
        text = m_expression->isEmpty()
                 ? locale.toString(m_total)
                 : tr("%1 of %2", "rows that pass, all rows").arg(locale.toString(m_shown), locale.toString(m_total));
    m_counts->setText(text);
    // It only ever grows, so that the line does not twitch while rows come.
    m_counts->setMinimumWidth(std::max(m_counts->minimumWidth(), m_counts->sizeHint().width()));
    if (m_expression->gaveUp() && m_message->isHidden())
        showState();
}

void FilterField::showChips()
{
    const bool hasRoom = window()->height() >= leastLinesForChips * fontMetrics().lineSpacing();
    const bool wanted = hasRoom && m_expression->parts().size() > 1 && m_message->isHidden();
    if (wanted)
        m_chips->setExpression(*m_expression);
    m_chips->setVisible(wanted);
}

/// Opens the list if there is something to offer: what was asked for, or goes on from what is typed.
void FilterField::suggest(bool asked)
{
    m_place = completionPlace(m_edit->text(), m_edit->cursorPosition(), m_target.fieldSet());
    const bool isBare = m_place.what == CompletionPlace::What::Field && m_place.typed.isEmpty();
    auto completions =
        asked || (!isBare && m_edit->hasFocus()) ? completionsAt(m_place, m_target) : std::vector<Completion>();
    const bool saysNothing = completions.size() == 1 && completions.front().inserted == m_place.typed;
    if (completions.empty() || saysNothing)
        return m_list->hide();
    m_list->open(*m_edit, std::max(0, m_edit->xOf(m_place.position)), std::move(completions));
}

void FilterField::showRecent()
{
    std::vector<Completion> completions;
    for (const QString &text : recent())
        completions.push_back({text, tr("recent", "a filter that was used lately"), text, true});
    m_list->open(*m_edit, 0, std::move(completions));
}

void FilterField::accept(const Completion &completion)
{
    m_list->hide();
    if (completion.isWhole)
        return setText(completion.inserted);
    QString text = m_edit->text();
    QString inserted = completion.inserted;
    const int end = m_place.position + m_place.length;
    if (m_place.what == CompletionPlace::What::Field || m_place.what == CompletionPlace::What::Key) {
        // The comparison may stand there already.
        while (end < text.size() && inserted.size() > 1 && QStringView(u":=~<>!.").contains(inserted.back())
               && QStringView(u":=~<>!.").contains(text[end]))
            inserted.chop(1);
    } else if (!m_place.inList && end == text.size()) {
        inserted += u' ';
    }
    text.replace(m_place.position, m_place.length, inserted);
    m_edit->setText(text);
    m_edit->setCursorPosition(m_place.position + int(inserted.size()));
    apply();
    if (m_error.isUnfinished)
        suggest(true);
}

void FilterField::remember()
{
    const QString text = m_edit->text().trimmed();
    if (text.isEmpty() || !m_error.message.isEmpty())
        return;
    QStringList texts = recent();
    if (!texts.isEmpty() && texts.front() == text)
        return;
    texts.removeAll(text);
    texts.prepend(text);
    m_settings.setValue(QStringLiteral("filter/%1/recent").arg(m_name), texts.mid(0, mostRecent));
}

QStringList FilterField::recent() const
{
    QStringList texts = m_settings.value(QStringLiteral("filter/%1/recent").arg(m_name)).toStringList();
    texts.removeIf([](const QString &text) { return text.isEmpty() || text.size() > FilterParser::mostLetters; });
    return texts.mid(0, mostRecent);
}

void FilterField::retranslate()
{
    m_edit->setPlaceholderText(tr("Filter: words, field:value, lease<30s, -not, ( a OR b )"));
    m_edit->setAccessibleName(tr("Filter"));
    m_counts->setAccessibleName(tr("Rows that pass"));
    if (!m_error.message.isEmpty())
        parseFilter(m_edit->text(), m_target.fieldSet(), &m_error, m_target.searchedFields());
    showState();
}

void addFilterActions(QMenu &menu, const QString &field, const QString &value, FilterField &target)
{
    constexpr qsizetype longest = 40;
    QString shown = value.left(longest).simplified();
    if (value.size() > longest)
        shown += QChar(0x2026);
    QString term = field + u'=' + shown;
    term.replace(u'&', QStringLiteral("&&"));
    const auto add = [&](const QString &text, auto change) {
        menu.addAction(text, &target, [&target, field, value, change] {
            target.setText(change(target.text(), target.fieldSet(), field, value));
        });
    };
    add(FilterField::tr("Filter for %1").arg(term), filterFor);
    add(FilterField::tr("Filter out %1").arg(term), filterOut);
    if (!target.expression()->isEmpty())
        add(FilterField::tr("Or %1", "adds an alternative to the filter").arg(term), filterOr);
}

} // namespace cheetah::gui
