// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/contextcolumns.h"

#include <QtCore/QCoreApplication>

namespace cheetah::gui {

std::vector<ListedCell> allContextCells()
{
    using enum ContextCell;
    return {{State, true},      {Context, true},  {Title, true},     {Url, true},     {Client, true},
            {User, true},       {Window, false},  {Task, true},      {Lease, true},   {Health, true},
            {Acquired, false},  {Renewed, false}, {Renewals, false}, {Holder, false}, {Metadata, false},
            {FirstSeen, false}, {LastEnd, false}, {Fence, false}};
}

std::vector<ListedCell> assignedContextCells()
{
    using enum ContextCell;
    return {{Lease, true},    {Task, true},      {Context, true},  {Title, true},     {Client, true}, {User, true},
            {Acquired, true}, {Renewed, true},   {Renewals, true}, {Holder, true},    {Url, false},   {Window, false},
            {Health, false},  {Metadata, false}, {Fence, false},   {FirstSeen, false}};
}

TableColumn columnOf(ContextCell cell)
{
    using Kind = CellKind;
    switch (cell) {
    case ContextCell::State:
        return {"state", "state", Kind::State, 16, true, QT_TRANSLATE_NOOP("Columns", "State")};
    case ContextCell::Context:
        return {"context", "context", Kind::Text, 10, true, QT_TRANSLATE_NOOP("Columns", "Tab")};
    case ContextCell::Title:
        return {"title", "title", Kind::Text, 22, true, QT_TRANSLATE_NOOP("Columns", "Title")};
    case ContextCell::Url:
        return {"url", "url", Kind::Text, 24, true, QT_TRANSLATE_NOOP("Columns", "Address")};
    case ContextCell::Client:
        return {"client", "client", Kind::Text, 11, true, QT_TRANSLATE_NOOP("Columns", "Client")};
    case ContextCell::User:
        return {"user", "user", Kind::Text, 10, true, QT_TRANSLATE_NOOP("Columns", "User")};
    case ContextCell::Window:
        return {"window", "window", Kind::Text, 14, true, QT_TRANSLATE_NOOP("Columns", "Window")};
    case ContextCell::Task:
        return {"task", "task", Kind::Text, 15, true, QT_TRANSLATE_NOOP("Columns", "Task")};
    case ContextCell::Lease:
        return {"lease", nullptr, Kind::Lease, 19, true, QT_TRANSLATE_NOOP("Columns", "Lease")};
    case ContextCell::Acquired:
        return {"acquired", nullptr, Kind::Text, 16, true, QT_TRANSLATE_NOOP("Columns", "Acquired")};
    case ContextCell::Renewed:
        return {"renewed", nullptr, Kind::Text, 16, true, QT_TRANSLATE_NOOP("Columns", "Last renewed")};
    case ContextCell::Renewals:
        return {"renewals", "renewals", Kind::Number, 10, true, QT_TRANSLATE_NOOP("Columns", "Renewals")};
    case ContextCell::Holder:
        return {"holder", "holder", Kind::Text, 12, true, QT_TRANSLATE_NOOP("Columns", "Holder node")};
    case ContextCell::Health:
        return {"health", "health", Kind::State, 15, true, QT_TRANSLATE_NOOP("Columns", "Health")};
    case ContextCell::Metadata:
        return {"metadata", nullptr, Kind::Text, 24, true, QT_TRANSLATE_NOOP("Columns", "Metadata")};
    case ContextCell::Fence:
        return {"fence", "fence", Kind::Number, 18, true, QT_TRANSLATE_NOOP("Columns", "Fence")};
    case ContextCell::FirstSeen:
        return {"firstSeen", nullptr, Kind::Text, 16, true, QT_TRANSLATE_NOOP("Columns", "First seen")};
    case ContextCell::LastEnd:
        return {"lastEnd", "ended", Kind::Text, 18, true, QT_TRANSLATE_NOOP("Columns", "Last lease ended")};
    }
    return {};
}

} // namespace cheetah::gui
