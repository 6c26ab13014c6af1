// The menu bar: File, Edit, Experiment, Export, View, Help; and what is being done.
#pragma once

#include <optional>

#include "app/ui/dialogs/dialogs.h"
#include "app/ui/kit/ui.h"
#include "app/ui/panels/developer_panel.h"

namespace stridescope {

/// What the menu asks of the panes, which are not part of the state.
struct MenuActions {
    bool fit_all = false;
    bool copy_line = false;  ///< of the picture that is looked at
    bool copy_link = false;  ///< to what is shown
    std::optional<View> export_view{};
    /// What the menu asks of the text that is edited.
    enum class InText { find, replace, line };
    std::optional<InText> in_text{};
    bool paste = false;  ///< a new text from the clipboard
};

/// Draws the main menu bar, as high as ImGui's frames are.
MenuActions draw_menu_bar(Ui& ui, Dialogs& dialogs, DeveloperPanel& developer);

}  // namespace stridescope
