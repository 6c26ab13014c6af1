#include "app/io/own_program.h"

#include <system_error>

namespace stridescope {

std::filesystem::path own_folder() {
    // Linux alone has this.
    std::error_code none;
    const auto program = std::filesystem::read_symlink("/proc/self/exe", none);
    return none ? std::filesystem::path{} : program.parent_path();
}

}  // namespace stridescope
