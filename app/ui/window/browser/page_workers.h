// What takes long in a page, done by its workers: each is this program a second time, with memory
// of its own.
#pragma once

#include <memory>

#include "app/session/workers.h"

namespace stridescope {

/// Null where the browser gives the page none.
std::unique_ptr<Workers> page_workers();

}  // namespace stridescope
