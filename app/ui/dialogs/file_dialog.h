// Choosing a file, inside the window: folders, a filter, a new folder, a question before a file is
// replaced; by mouse and by keys alone.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/scene/pane_sight.h"
#include "app/session/folder_view.h"
#include "app/ui/dialogs/export_options.h"
#include "app/ui/kit/ui.h"

struct ImGuiInputTextCallbackData;

namespace stridescope {

class FileDialog {
  public:
    void ask_open(const AppState& state);
    /// A run to compare with; `beside`: it is to be shown beside this one.
    void ask_compared(const AppState& state, bool beside = false);
    void ask_export_ladder(const AppState& state);
    void ask_save(const AppState& state);
    /// What was answered in the open lesson.
    void ask_answers(const AppState& state);
    /// The verdicts on the open exercise.
    void ask_results(const AppState& state);
    /// An exercise made of the text.
    void ask_exercise(const AppState& state);
    void ask_save_text(const AppState& state);
    /// `seen`: how the view is seen now, if it is.
    void ask_export(View view, const std::optional<SeenPanes>& seen, const AppState& state);

    /// Draws into the current popup and emits the command. Returns whether it is done with.
    bool draw(Ui& ui);

  private:
    enum class Purpose {
        open,
        compared,
        save,
        answers,
        results,
        exercise,
        save_text,
        export_view,
        ladder
    };

    void begin(Purpose purpose, const AppState& state);
    bool saves() const {
        return purpose_ == Purpose::save || purpose_ == Purpose::answers ||
               purpose_ == Purpose::results || purpose_ == Purpose::exercise ||
               purpose_ == Purpose::save_text;
    }
    bool writes() const {
        return saves() || purpose_ == Purpose::export_view || purpose_ == Purpose::ladder;
    }
    std::vector<std::string> endings() const;
    std::string title() const;

    void draw_path_line(Ui& ui);
    void draw_places(Ui& ui, float height);
    void draw_list(Ui& ui, float height);
    void draw_row(Ui& ui, int row, std::size_t entry);
    void take_order();
    void draw_name(Ui& ui);
    void draw_filter(Ui& ui);
    void draw_new_folder(Ui& ui);
    void draw_buttons(Ui& ui);

    static int answer_key(ImGuiInputTextCallbackData* data);
    void move(int by);
    void select(int row);
    void go(const std::filesystem::path& folder);
    /// Whether a file is there already that would be replaced.
    bool would_replace(const std::filesystem::path& path) const;
    /// What Enter and the button mean: into a folder, or this file.
    std::filesystem::path path_of(const std::string& name) const;
    void copy_line(Ui& ui);
    void accept(Ui& ui);
    void finish(Ui& ui, const std::filesystem::path& path);

    Purpose purpose_ = Purpose::open;
    ExportOptions export_;
    FolderView folder_;
    std::vector<std::string> places_;  ///< folders of files used lately
    std::string name_;                 ///< as it stands in the field
    std::vector<std::size_t> shown_;   ///< entries that match, by row
    int row_ = -1;                     ///< the selected one; -1: none
    bool all_files_ = false, hidden_ = false;
    bool naming_folder_ = false, overwrite_asked_ = false;
    std::string folder_name_, problem_;
    bool focus_name_ = false, focus_folder_ = false, scroll_ = false, done_ = false;
    bool opened_ = false;  ///< a row was pressed twice
    bool beside_ = false;  ///< what is chosen is shown beside this run
};

}  // namespace stridescope
