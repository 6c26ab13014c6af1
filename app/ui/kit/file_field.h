// A path to type, with the matching files of its folder to pick from.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/ui/kit/ui.h"

namespace stridescope {

class FileField {
  public:
    /// Files with other endings are not offered, though they can be typed.
    explicit FileField(std::vector<std::string> endings) : endings_(std::move(endings)) {}

    const std::string& text() const { return text_; }
    void set_text(std::string text) { text_ = std::move(text); }

    /// The text field. True when Enter was pressed in it.
    bool draw(Ui& ui, const std::string& name, float width, const char* hint);
    /// Folders and files that begin as the text does, at most `rows` high. True when a file was
    /// picked; picking a folder goes into it.
    bool draw_list(Ui& ui, const std::string& name, int rows);
    /// The next draw() puts the keyboard into the field.
    void focus() { focus_ = true; }

  private:
    struct Entry {
        std::string name;
        bool folder = false;
    };
    void look_up();

    std::vector<std::string> endings_;
    std::string text_;
    std::string looked_up_ = "\n";  ///< the text that entries_ belong to; at first none
    std::vector<Entry> entries_;
    bool focus_ = false;
};

}  // namespace stridescope
