// The chosen thread's variables at the step, below the text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/engine/thread_locals.h"
#include "app/ui/kit/ui.h"

namespace stridescope {

class LocalsTable {
  public:
    /// So high it is where there is room for `most`, `width` wide; 0: no thread is chosen.
    float height(const Ui& ui, float width, float most) const;
    void draw(Ui& ui, ImVec2 at, ImVec2 size) const;

    /// What the chosen thread's variables are now; null: nothing is known of them.
    static const std::vector<LocalVariable>* now(const AppState& state);
    /// "v is 6 in thread 7, after d = 1, part 2"; empty: there is no such variable.
    static std::string tip(const AppState& state, std::string_view name);
};

}  // namespace stridescope
