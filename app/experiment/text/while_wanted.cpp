#include "app/experiment/text/while_wanted.h"

#include <utility>

namespace stridescope {
namespace {

thread_local const std::function<void()>* current = nullptr;

}  // namespace

WhileWanted::WhileWanted(std::function<void()> check)
    : check_{std::move(check)}, before_{std::exchange(current, &check_)} {}

WhileWanted::~WhileWanted() {
    current = before_;
}

void check_wanted() {
    if (current != nullptr && *current) (*current)();
}

}  // namespace stridescope
