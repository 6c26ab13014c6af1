#include "app/session/elsewhere.h"

#include <utility>

namespace stridescope {
namespace {

std::unique_ptr<Elsewhere>& the_one() {
    static std::unique_ptr<Elsewhere> one;
    return one;
}

}  // namespace

void set_elsewhere(std::unique_ptr<Elsewhere> elsewhere) {
    the_one() = std::move(elsewhere);
}

Elsewhere* elsewhere() {
    return the_one().get();
}

}  // namespace stridescope
