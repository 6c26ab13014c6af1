// Where widgets were drawn, under their names: for tests, and for keys that walk along them.
#pragma once

#include <string>

#include "app/ui/kit/ui.h"

namespace stridescope::widgets {

/// Notes the item drawn last under `name`.
void note_item(Ui& ui, const std::string& name, bool enabled = true, const std::string& tip = {});
/// The same of one that can be pressed or typed into, and what it is to whoever does not see it.
/// Scrolls to it where keys have come to it.
void note_control(Ui& ui, const std::string& name, Spoken spoken, bool enabled = true,
                  const std::string& tip = {});
/// The same of an entry of what lies in front: a menu, an open list.
void note_entry(Ui& ui, const std::string& name, Spoken spoken, bool enabled = true,
                const std::string& tip = {});
/// The item drawn last can be dragged: a finger that goes down on it does that, and scrolls
/// nothing.
void takes_drags(Ui& ui, Drag drag = Drag::at_once);
/// The same of one noted under `name` that is narrow: a finger beside it means it, too.
void takes_drags(Ui& ui, const std::string& name);
void note_box(Ui& ui, const std::string& name, ImVec2 low, ImVec2 high);

}  // namespace stridescope::widgets
