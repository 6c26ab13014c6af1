// How much memory one piece of work may take, so that what is too much is refused before it is
// taken.
#pragma once

#include <cstdint>

namespace stridescope {

/// Bytes: half of what this machine, this process's group and its limits let it have, and no more
/// than three quarters of what is free now.
std::uint64_t memory_budget();

/// Bytes that this process has in memory now; 0 where the system does not tell.
std::uint64_t resident_memory();

/// Makes the budget no larger than that from now on; 0 lifts it. For tests, which cannot use up a
/// machine.
void limit_memory_budget(std::uint64_t bytes);

}  // namespace stridescope
