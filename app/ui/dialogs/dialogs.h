// The dialogs in front of the window: files, what the Help menu opens (the table of keys, F1, and
// the About box), messages; and the messages that nobody has read yet, at its foot.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/session/app_state.h"
#include "app/ui/dialogs/file_dialog.h"
#include "app/ui/kit/ui.h"

namespace stridescope {

/// What the bar of the messages that nobody has read takes at the window's foot: it has a place of
/// its own, so that it covers nothing. 0: there are none.
float messages_height(const Ui& ui, float width);
/// Draws them over the current child window, the newest undermost.
void draw_unread_messages(Ui& ui);

/// The list of all messages, the newest first, in the current popup; they are read then.
void draw_all_messages(Ui& ui);

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

class Dialogs {
  public:
    /// For a file to open: a page's dialog is the browser's own.
    void ask_open(const AppState& state);
    /// For any other file: it comes in front, with what it is then asked for.
    FileDialog& file();
    /// What is to become of an unsaved text.
    void ask_unsaved() { wanted_ = Kind::unsaved; }
    /// Saves it, or asks for a name where it has none.
    void save_text(const AppState& state, Commands& commands);
    void show_help() { wanted_ = Kind::help; }
    void show_about() { wanted_ = Kind::about; }
    void show_messages() { wanted_ = Kind::messages; }

    /// Whether one is in front, so that keys belong to it.
    bool open() const { return current_ != Kind::none || wanted_ != Kind::none; }

    /// Draws the one in front, if any, in the middle of the window.
    void draw(Ui& ui);

  private:
    enum class Kind { none, file, help, about, messages, unsaved };

    void draw_close(Ui& ui);
    void draw_unsaved(Ui& ui);
    void close();

    Kind wanted_ = Kind::none, current_ = Kind::none;
    FileDialog file_;
    KeysHelp keys_;
    AboutBox about_;
};

}  // namespace stridescope
