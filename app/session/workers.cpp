#include "app/session/workers.h"

#include <utility>

namespace stridescope {
namespace {

std::unique_ptr<Workers>& the_one() {
    static std::unique_ptr<Workers> one;
    return one;
}

}  // namespace

void set_workers(std::unique_ptr<Workers> workers) {
    the_one() = std::move(workers);
}

Workers* workers() {
    return the_one().get();
}

}  // namespace stridescope
