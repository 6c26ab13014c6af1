// The dialogs in front of the window: export, open, save, help, about, messages.
#pragma once

#include <string>

#include "app/ui/file_field.h"
#include "app/ui/ui.h"

namespace stridescope {

class Dialogs {
  public:
    void ask_export(View view, const AppState& state);
    void ask_open();
    void ask_save(const AppState& state);
    void show_help() { wanted_ = Kind::help; }
    void show_about() { wanted_ = Kind::about; }
    void show_messages() { wanted_ = Kind::messages; }

    /// Whether one is in front, so that keys belong to it.
    bool open() const { return current_ != Kind::none || wanted_ != Kind::none; }

    /// Draws the one in front, if any, in the middle of the window.
    void draw(Ui& ui);

  private:
    enum class Kind { none, export_view, open_trace, save_trace, help, about, messages };

    void draw_export(Ui& ui);
    void draw_open(Ui& ui);
    void draw_save(Ui& ui);
    void draw_help(Ui& ui);
    void draw_about(Ui& ui);
    void draw_messages(Ui& ui);
    void draw_path(Ui& ui, const char* hint);
    /// The button that goes on, a question if the file is there already, and Cancel. True when
    /// the file is to be written.
    bool draw_write_buttons(Ui& ui, const std::string& word);
    void close();

    Kind wanted_ = Kind::none, current_ = Kind::none;
    View view_ = View::heatmap;
    std::string format_ = "png";
    FileField export_path_{{".png", ".svg", ".pdf", ".csv"}};
    FileField trace_path_{{".npz"}};
    bool overwrite_asked_ = false;
    std::string asked_path_;
};

}  // namespace stridescope
