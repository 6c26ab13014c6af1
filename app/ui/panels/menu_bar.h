// The menu bar: File, Edit, Experiment, Export, View, Help; and what is being done.
#pragma once

#include <optional>
#include <string>

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

// The menus one by one, for the bar, and what their entries are made of.

/// An entry of the open menu, with the keys that do the same, or null. True when it was chosen.
bool menu_item(Ui& ui, const std::string& name, const char* label, const char* keys,
               bool enabled = true, bool ticked = false, const char* tip = "");

/// A menu in the bar or in another menu. True while it is open; ImGui::EndMenu ends it.
bool begin_menu(Ui& ui, const std::string& name, const char* label, bool enabled = true);

void draw_file_menu(Ui& ui, Dialogs& dialogs);
void draw_edit_menu(Ui& ui, MenuActions& actions);
void draw_experiment_menu(Ui& ui);
void draw_export_menu(Ui& ui, MenuActions& actions);
void draw_view_menu(Ui& ui, MenuActions& actions);
void draw_compare_menu(Ui& ui, Dialogs& dialogs);
void draw_class_menu(Ui& ui);
void draw_lessons_menu(Ui& ui);
void draw_help_menu(Ui& ui, Dialogs& dialogs, DeveloperPanel& developer);

}  // namespace stridescope
