// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"

#include <QtCore/QUrl>

#include <string_view>

namespace cheetah {

/// A node's address, `http://HOST:PORT` or `https://…`, with a path where one stands before the node. User info, query and
/// fragment are refused: an address holds no secret. `bad_setting` (params setting=node, value, wanted).
Result<QUrl> strictNodeUrl(std::string_view text);

/// The same as a person writes it: blanks around it are dropped, and a bare `HOST:PORT` counts as http.
Result<QUrl> parseNodeUrl(std::string_view text);

} // namespace cheetah
