#include "app/io/local_time.h"

namespace stridescope {

std::tm local_time(std::time_t when) {
    std::tm told{};
    ::localtime_r(&when, &told);
    return told;
}

}  // namespace stridescope
