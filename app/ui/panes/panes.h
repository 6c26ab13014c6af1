// The panes with the pictures: where they lie, what stands in their title bars, and their scenes.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "app/scene/scene.h"
#include "app/scene/views/views.h"
#include "app/ui/editor/editor_pane.h"
#include "app/ui/kit/ui.h"
#include "app/ui/panes/canvas_pane.h"
#include "app/ui/panes/ladder_pane.h"
#include "app/ui/panes/view_controls.h"

namespace stridescope {

class Panes {
  public:
    explicit Panes(CanvasResources& resources);

    /// Draws those that are seen into the rectangle.
    void draw(Ui& ui, ImVec2 at, ImVec2 size);
    /// Whether they show another run than is asked for, since its pictures are still being made.
    bool unfinished() const { return unfinished_; }
    /// Shows all of every picture again; of the one under the pointer only, if there is one.
    void fit_all();
    void fit_hovered();
    /// Makes the picture that is looked at larger or smaller by so many turns of the wheel.
    void zoom(const AppState& state, int turns);
    /// Moves it by so many tenths of its pane.
    void pan(const AppState& state, float across, float down);
    /// The picture that people mean by "this one": the only one, else the one under the pointer,
    /// else the one that has its turn.
    View looked_at(const AppState& state) const;
    /// How the view is seen now, beside its other run's picture if there is one; nothing where it
    /// is not on the screen.
    std::optional<SeenPanes> seen(const AppState& state, View view) const;
    /// The steps that what is lit has a part in; none where nothing is.
    const std::set<int>& lit_steps() const;
    /// Where what is lit stands on the screen, in all pictures that are seen.
    std::vector<Box> lit_on_screen(const AppState& state) const;
    /// The text that is edited.
    EditorPane& editor() { return editor_; }
    const EditorPane& editor() const { return editor_; }
    /// Whether somebody asked, since the last call, to open a trace to compare with.
    bool take_trace_wanted() { return std::exchange(trace_wanted_, false); }
    /// Whether somebody asked, since the last call, to export the ladder.
    bool take_ladder_export_wanted() { return ladder_.take_export_wanted(); }

  private:
    struct Place {
        ImVec2 at, size;
    };
    using Places = std::array<Place, view_count>;  ///< by View

    struct Job {
        CanvasPane* pane;
        ViewRequest request;
    };
    struct Made {
        Job job;
        Scene scene;
    };
    using AllPanes = std::array<CanvasPane, view_count>;  ///< by View

    CanvasPane& pane(View view, Side side = Side::own) {
        return (side == Side::own ? panes_ : others_)[static_cast<std::size_t>(view)];
    }
    /// The one with the other run's picture; null where the view has none of its own.
    CanvasPane* other_pane(const AppState& state, View view);
    static bool hides_memory(const Ui& ui, float width);
    void update_scenes(const Ui& ui, const Places& places, bool no_memory);
    bool make_in_turns(std::vector<Job>& jobs);
    void let_go(const AppState& state);
    void update_lit(const Ui& ui);
    void report_pointed(Ui& ui) const;
    void draw_panes(Ui& ui, ImVec2 at, ImVec2 size);
    void draw_pane(Ui& ui, View view, const Place& place);
    void draw_hidden(Ui& ui, View view, const Place& place);
    void take_double_click(Ui& ui, View view, const Place& place);
    void draw_controls(Ui& ui, View view, float room);
    void draw_editor(Ui& ui, ImVec2& at, ImVec2& size);
    static float draw_turns(Ui& ui, View view, float room, float whole);
    static void take_turn(Ui& ui, View turn);

    AllPanes panes_, others_;
    EditorPane editor_;
    LadderPane ladder_;
    std::array<bool, view_count> drawn_{};  ///< those on the screen, by View
    std::array<std::unique_ptr<ViewControls>, view_count> controls_;  ///< by View
    std::vector<Made> made_;  ///< of another run, of which not all pictures are made yet
    bool stacked_ = false;  ///< the text that is edited stands above the pictures, not beside them
    bool unfinished_ = false;
    bool trace_wanted_ = false;
    /// What is lit in all of them, and what it was found by.
    struct LitKey {
        Selection selection;
        std::uint64_t recordings = 0;
        int block = 0, step = 0;
        bool operator==(const LitKey&) const = default;
    };
    struct Lit {
        LitKey key;
        std::shared_ptr<const Related> related;
        void update(const LitKey& wanted, const Trace* trace);
    };
    Lit lit_, other_lit_;
};

}  // namespace stridescope
