// One process after another.
#pragma once

#include <filesystem>
#include <functional>

namespace stridescope {

/// As long as it is there, no other process has one of the same file. Where files cannot be locked
/// it keeps nobody off.
class Turn {
  public:
    /// Waits for it, and asks now and then whether to go on waiting. An empty path: it keeps nobody
    /// off.
    Turn(const std::filesystem::path& file, const std::function<bool()>& go_on);
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;
    Turn(Turn&& other) noexcept;
    Turn& operator=(Turn&&) = delete;
    ~Turn();

    /// It is not to wait any longer, and has not come.
    bool given_up() const { return given_up_; }

  private:
    int file_ = -1;
    bool given_up_ = false;
};

}  // namespace stridescope
