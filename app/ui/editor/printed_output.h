// What a text printed as it ran, below its lines.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/ui/kit/ui.h"

namespace stridescope {

/// A head with the number of lines, which opens and closes it, and the lines themselves, which are
/// scrolled.
class PrintedOutput {
  public:
    /// Takes what the run printed, which is shown as the `number`th; null, or nothing printed: it
    /// takes no room.
    void take(const Trace* trace, std::uint64_t number);
    /// So high it is where there is room for `most`.
    float height(const Ui& ui, float most) const;
    void draw(Ui& ui, ImVec2 at, ImVec2 size);

  private:
    std::uint64_t number_ = 0;  ///< of the run that the lines are of; 0: of none
    std::string text_;
    std::vector<std::string_view> lines_;  ///< of `text_`
    bool open_ = true;
};

}  // namespace stridescope
