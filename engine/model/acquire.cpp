// SPDX-License-Identifier: Apache-2.0
#include "model/acquire.h"

namespace cheetah {

namespace {

constexpr std::string_view windowPrefix = "window:";
constexpr std::string_view newTabPrefix = "new-tab:";

} // namespace

std::string toText(const Placement &placement)
{
    const std::string window = placement.window ? toText(*placement.window) : std::string();
    switch (placement.kind) {
    case Placement::Kind::Any:
        break;
    case Placement::Kind::Window:
        return std::string(windowPrefix) + window;
    case Placement::Kind::NewTab:
        return placement.window ? std::string(newTabPrefix) + window : "new-tab";
    case Placement::Kind::NewWindow:
        return "new-window";
    case Placement::Kind::Isolated:
        return "isolated";
    }
    return "any";
}

Result<Placement> parsePlacement(std::string_view text)
{
    using Kind = Placement::Kind;
    if (text == "any")
        return Placement{Kind::Any, std::nullopt};
    if (text == "new-tab")
        return Placement{Kind::NewTab, std::nullopt};
    if (text == "new-window")
        return Placement{Kind::NewWindow, std::nullopt};
    if (text == "isolated")
        return Placement{Kind::Isolated, std::nullopt};
    for (const auto &[prefix, kind] : {std::pair(windowPrefix, Kind::Window), std::pair(newTabPrefix, Kind::NewTab)}) {
        if (!text.starts_with(prefix))
            continue;
        auto window = parseWindowName(text.substr(prefix.size()));
        if (!window)
            return window.error();
        return Placement{kind, *std::move(window)};
    }
    return Error(ErrorCode::BadRequest, {{"field", "placement"},
                                         {"value", std::string(text)},
                                         {"wanted", "any, window:W, new-tab, new-tab:W, new-window or isolated"},
                                         {"reason", "there is no placement of that name"}});
}

} // namespace cheetah
