// The text that is edited, with all that stands round it: what its lines cost, what is wrong with
// it, and where something is found in it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/analysis/selection.h"
#include "app/engine/engine.h"
#include "app/session/text_findings.h"
#include "app/ui/editor/find_bar.h"
#include "app/ui/editor/text_area.h"
#include "app/ui/kit/ui.h"

namespace stridescope {

// The chosen thread's variables at the step, below the text.

class LocalsTable {
  public:
    /// So high it is where there is room for `most`, `width` wide; 0: no thread is chosen.
    float height(const Ui& ui, float width, float most) const;
    void draw(Ui& ui, ImVec2 at, ImVec2 size) const;

    /// What the chosen thread's variables are now; null: nothing is known of them.
    static const std::vector<LocalVariable>* now(const AppState& state);
    /// "v is 6 in thread 7, after d = 1, part 2"; empty: there is no such variable.
    static std::string tip(const AppState& state, std::string_view name);
};

// What a text printed as it ran, below its lines.

/// A head with the number of lines, which opens and closes it, and the lines themselves, which are
/// scrolled.
class PrintedOutput {
  public:
    /// Takes what the run printed, which is shown as the `number`th; null, or nothing printed: it
    /// takes no room.
    void take(const Trace* trace, std::uint64_t number);
    /// So high it is where there is room for `most`.
    float height(const Ui& ui, float most) const;
    void draw(Ui& ui, ImVec2 at, ImVec2 size);

  private:
    std::uint64_t number_ = 0;  ///< of the run that the lines are of; 0: of none
    std::string text_;
    std::vector<std::string_view> lines_;  ///< of `text_`
    bool measures_time_ = false;           ///< see TraceData
    bool open_ = true;
};

/// Something that a run found wrong with the text, at its line there.
struct RunFault {
    std::size_t number = 0;  ///< of the run's findings
    TextFault fault{};
};

class EditorPane {
  public:
    /// There must be a document.
    void draw(Ui& ui, ImVec2 at, ImVec2 size);
    /// Buttons for its title bar, and the room that they take.
    static float controls_width(const Ui& ui);
    void draw_controls(Ui& ui, float room);
    /// It is not drawn: nothing is typed into it or pointed at.
    void leave();

    /// Whether what is typed goes into the text.
    bool focused() const { return area_.focused(); }
    void focus(bool focused) { area_.focus(focused); }
    /// A field of it is about to have the keyboard: keys wait.
    bool awaits_field() const { return bar_.awaits_field(); }
    void open_bar(FindBar::Kind kind, const AppState& state);
    void find_again(const AppState& state, Commands& commands, bool backwards);
    /// Whether somebody has asked, since the last call, to save the text.
    bool take_save_wanted() { return std::exchange(save_wanted_, false); }
    /// Whether there was a bar to close.
    bool close_bar();

    const Selection& pointed() const { return pointed_; }
    /// What has to do with what is chosen or pointed at.
    void light(std::shared_ptr<const Related> related) { related_ = std::move(related); }

  private:
    TextMarks marks_of(const AppState& state);
    void keep_run_faults(const AppState& state);
    void follow_step(const AppState& state);
    void draw_tip(Ui& ui) const;
    void draw_strip(Ui& ui, ImVec2 at, ImVec2 size);
    bool draw_disk_question(Ui& ui, ImVec2 at, ImVec2 size);

    TextArea area_;
    FindBar bar_;
    std::uint64_t faults_of_run_ = 0;  ///< the run that `run_faults_` are of; 0: of none
    std::vector<RunFault> run_faults_;
    LocalsTable locals_;
    PrintedOutput printed_;
    std::shared_ptr<const Related> related_;
    Selection pointed_;
    std::uint64_t number_ = 0;      ///< of the document that was drawn last
    std::uint64_t recordings_ = 0;  ///< what was shown then, and where
    int step_ = -1;
    bool save_wanted_ = false;
};

}  // namespace stridescope
