// Whether what takes long is still wanted: the numbers of an array are made in one go, and a large
// one takes seconds.
#pragma once

#include <functional>

namespace stridescope {

/// While it lives, check_wanted() on this thread calls `check`, whose exception ends the work.
class WhileWanted {
  public:
    explicit WhileWanted(std::function<void()> check);
    WhileWanted(const WhileWanted&) = delete;
    WhileWanted& operator=(const WhileWanted&) = delete;
    ~WhileWanted();

  private:
    std::function<void()> check_;
    const std::function<void()>* before_;
};

/// Asked between pieces of work that take a fraction of a second each.
void check_wanted();

}  // namespace stridescope
