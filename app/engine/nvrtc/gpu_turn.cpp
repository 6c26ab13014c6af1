#include "app/engine/nvrtc/gpu_turn.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <filesystem>
#include <system_error>
#include <thread>

#include "app/io/cache_folder.h"

namespace stridescope::nvrtc {

GpuTurn::GpuTurn(const RunOptions& options) {
    const std::filesystem::path folder = cache_folder();
    if (folder.empty()) return;
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    constexpr int own_alone = 0600;
    file_ = ::open((folder / "gpu.turn").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, own_alone);
    if (file_ < 0) return;
    constexpr std::chrono::milliseconds moment{10};
    while (::flock(file_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
        if (options.progress && !options.progress(0.0)) {
            ::close(file_);
            throw Cancelled();
        }
        std::this_thread::sleep_for(moment);
    }
}

GpuTurn::~GpuTurn() {
    if (file_ >= 0) ::close(file_);
}

}  // namespace stridescope::nvrtc
