// The menus one by one, for the bar (menu_bar.h), and what their entries are made of.
#pragma once

#include <string>

#include "app/ui/dialogs/dialogs.h"
#include "app/ui/kit/ui.h"
#include "app/ui/panels/developer_panel.h"
#include "app/ui/panels/menu_bar.h"

namespace stridescope {

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
