// Reads a thread's variables off the UI's thread.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "app/engine/thread_locals.h"
#include "app/io/background.h"

namespace stridescope {

struct LocalsToRead {
    std::shared_ptr<const Trace> trace;  ///< whose run is watched
    int block = 0, thread = 0;
};
struct LocalsRead {
    std::shared_ptr<const ThreadLocals> locals{};  ///< null:
    std::string error{};                           ///< this is why
};

class LocalsReader : public LatestJob<LocalsToRead, LocalsRead> {
  public:
    explicit LocalsReader(std::function<void()> wake);
};

}  // namespace stridescope
