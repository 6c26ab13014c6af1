// Files that are written elsewhere (workers.h): both ends of it.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "app/session/file_task.h"

namespace stridescope {

/// Has it written elsewhere, and puts what comes back in its place.
FileWorker::Job job_of_worker(FileTask task);

/// The other end: writes what FileTaskWriting gave, into the current folder, which is empty, and
/// returns it as encode_written does. `progress` is told the share that is done.
std::vector<std::byte> write_for_others(std::span<const std::byte> task,
                                        const std::function<void(double)>& progress);

}  // namespace stridescope
