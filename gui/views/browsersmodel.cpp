// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/browsersmodel.h"

#include "models/plaintext.h"

namespace cheetah::gui {

namespace {

using State = BrowserProcess::State;

Tone toneOf(const BrowserProcess &browser)
{
    switch (browser.state()) {
    case State::Connected:
        return Tone::Ok;
    case State::Ended:
        return browser.reason().isEmpty() ? Tone::Muted : Tone::Danger;
    default:
        return Tone::Info;
    }
}

Glyph glyphOf(const BrowserProcess &browser)
{
    switch (browser.state()) {
    case State::Connected:
        return Glyph::Yes;
    case State::Ended:
        return browser.reason().isEmpty() ? Glyph::No : Glyph::Error;
    default:
        return Glyph::Pending;
    }
}

} // namespace

BrowsersModel::BrowsersModel(BrowserProcesses &browsers, const Theme &theme, QObject *parent)
    : QAbstractListModel(parent), m_browsers(browsers), m_theme(theme)
{
    connect(&browsers, &BrowserProcesses::aboutToAdd, this, [this](int row) { beginInsertRows({}, row, row); });
    connect(&browsers, &BrowserProcesses::added, this, [this] { endInsertRows(); });
    connect(&browsers, &BrowserProcesses::aboutToRemove, this, [this](int row) { beginRemoveRows({}, row, row); });
    connect(&browsers, &BrowserProcesses::removed, this, [this] { endRemoveRows(); });
    connect(&browsers, &BrowserProcesses::changed, this, [this](int row) { emit dataChanged(index(row), index(row)); });
}

int BrowsersModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_browsers.all().size());
}

BrowserProcess *BrowsersModel::browser(const QModelIndex &index) const
{
    return index.isValid() && index.row() < rowCount() ? m_browsers.all()[std::size_t(index.row())].get() : nullptr;
}

QVariant BrowsersModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const BrowserProcess &one = *browser(index);
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        return tr("%1 – %2", "a browser and how it stands")
            .arg(plainText(one.order().name.client.text(), 48), state(one));
    case Qt::ToolTipRole:
        return plainTip(state(one));
    case Qt::DecorationRole:
        return m_theme.icon(glyphOf(one), toneOf(one));
    default:
        return {};
    }
}

QString BrowsersModel::state(const BrowserProcess &browser)
{
    switch (browser.state()) {
    case State::Connecting:
        return tr("starting; not connected yet");
    case State::Connected:
        return browser.order().stays ? tr("connected; stays when the console closes") : tr("connected");
    case State::Stopping:
        return tr("stopping…");
    case State::Ended:
        return browser.reason().isEmpty()
                 ? tr("ended")
                 : tr("ended: %1", "a reason").arg(plainText(browser.reason().toStdString(), 300));
    }
    return {};
}

void BrowsersModel::refresh()
{
    if (rowCount() > 0)
        emit dataChanged(index(0), index(rowCount() - 1));
}

} // namespace cheetah::gui
