// The knobs: what to run, on which numbers. Every change is a command at once.
#pragma once

#include <string>

#include "app/ui/dialogs/dialogs.h"
#include "app/ui/kit/file_field.h"
#include "app/ui/kit/ui.h"
#include "app/ui/panels/text_fields.h"

namespace stridescope {

class ExperimentPanel {
  public:
    /// Draws into the current window, over its whole width.
    void draw(Ui& ui, Dialogs& dialogs);

  private:
    void take_over(const Experiment& experiment);
    void draw_heading(Ui& ui);
    static void draw_kernel(Ui& ui);
    void draw_scan(Ui& ui, Dialogs& dialogs);
    void draw_shape(Ui& ui);
    static void draw_machine(Ui& ui);
    void draw_count(Ui& ui);
    void draw_engine(Ui& ui);
    void draw_padding(Ui& ui);
    void draw_element(Ui& ui);
    void draw_input(Ui& ui, Dialogs& dialogs);
    void draw_values(Ui& ui);
    void draw_seed(Ui& ui);
    void draw_file(Ui& ui, Dialogs& dialogs);
    void draw_problem(Ui& ui);
    static void draw_command_line(Ui& ui);
    void pick_input(Ui& ui, InputSpec::Kind kind);

    TextFields text_;
    Experiment seen_;  ///< what the texts below were taken from
    bool seen_any_ = false;
    std::string n_, values_, seed_;
    FileField file_{{".csv", ".txt", ".npy"}};
    bool file_list_hovered_ = false;
    bool asking_for_file_ = false;  ///< "a file" was chosen, none is named yet
};

}  // namespace stridescope
