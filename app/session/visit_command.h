// What a command is, for those that carry all of them out.
#pragma once

#include <type_traits>
#include <utility>

#include "app/session/commands.h"

namespace stridescope {

/// Calls `visitor` with the struct that the command holds, as std::visit does. What it returns is
/// made from nothing first, so it has a default value.
template <class Visitor>
auto visit_command(Visitor&& visitor, const Command& command) {
    return [&]<class... C>(CommandTypes<C...> /*all*/) {
        using Result = std::common_type_t<decltype(visitor(std::declval<const C&>()))...>;
        const auto call = [&]<class Each>(const Each& each) -> Result { return visitor(each); };
        if constexpr (std::is_void_v<Result>) {
            static_cast<void>(((command.is<C>() && (call(*command.get_if<C>()), true)) || ...));
        } else {
            Result result{};
            static_cast<void>(
                ((command.is<C>() && (result = call(*command.get_if<C>()), true)) || ...));
            return result;
        }
    }(AllCommands{});
}

}  // namespace stridescope
