// One thing done many times, on all cores.
#pragma once

#include <cstddef>
#include <functional>

namespace stridescope {

/// How many threads that calls on: one where the system has none to give.
std::size_t core_count();

/// Calls work(0) … work(count − 1), each once and in no order, on this thread and on others;
/// returns when all are done. What one of them throws is thrown here, and the rest is left undone.
void on_all_cores(std::size_t count, const std::function<void(std::size_t)>& work);

}  // namespace stridescope
