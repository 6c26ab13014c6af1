#include "app/io/turn.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <system_error>
#include <thread>
#include <utility>

namespace stridescope {

Turn::Turn(const std::filesystem::path& file, const std::function<bool()>& go_on) {
    if (file.empty()) return;
    std::error_code error;
    std::filesystem::create_directories(file.parent_path(), error);
    constexpr mode_t own_alone = 0600;
    file_ = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, own_alone);
    if (file_ < 0) return;
    constexpr std::chrono::milliseconds moment{10};
    while (::flock(file_, LOCK_EX | LOCK_NB) != 0 && (errno == EWOULDBLOCK || errno == EINTR)) {
        given_up_ = go_on && !go_on();
        if (given_up_) return;
        std::this_thread::sleep_for(moment);
    }
}

Turn::Turn(Turn&& other) noexcept
    : file_{std::exchange(other.file_, -1)}, given_up_{other.given_up_} {}

Turn::~Turn() {
    if (file_ >= 0) ::close(file_);
}

}  // namespace stridescope
