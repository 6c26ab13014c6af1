// What the Help menu opens: the table of keys (F1), and the About box.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "app/session/app_state.h"
#include "app/ui/kit/ui.h"

namespace stridescope {

/// The table of keys. What they do is in ui/window/shortcuts.cpp.
class KeysHelp {
  public:
    /// Draws into the current popup.
    void draw(Ui& ui);

  private:
    float height_ = 400;  ///< of the list, as it was last
};

/// What this program is made of and runs on, for the About box and for reports of bugs: names and
/// values, in the order in which they are shown. A GL context must be current.
std::vector<std::pair<std::string, std::string>> about_facts(const GpuAnswer& gpu);

/// These facts as text, a line each: to be pasted into a report.
std::string about_text(const std::vector<std::pair<std::string, std::string>>& facts);

class AboutBox {
  public:
    /// Draws into the current popup.
    void draw(Ui& ui);

  private:
    std::vector<std::pair<std::string, std::string>> facts_;  ///< as shown last
};

}  // namespace stridescope
