// The panes with the pictures: where they lie, what stands in their title bars, and their scenes.
#pragma once

#include <array>
#include <cstddef>
#include <utility>

#include "app/scene/views.h"
#include "app/ui/canvas_pane.h"
#include "app/ui/ui.h"

namespace stridescope {

class Panes {
  public:
    explicit Panes(CanvasResources& resources);

    /// Draws those that are seen into the rectangle.
    void draw(Ui& ui, ImVec2 at, ImVec2 size);
    /// Shows all of every picture again; of the one under the pointer only, if there is one.
    void fit_all();
    void fit_hovered();
    /// Whether somebody asked, since the last call, to open a trace to compare with.
    bool take_trace_wanted() { return std::exchange(trace_wanted_, false); }

  private:
    struct Place {
        ImVec2 at, size;
    };
    using Places = std::array<Place, view_count>;  ///< by View

    CanvasPane& pane(View view) { return panes_[static_cast<std::size_t>(view)]; }
    void update_scenes(const Ui& ui, const Places& places);
    void update_lit(const Ui& ui);
    void tell_pointed(Ui& ui) const;
    void draw_panes(Ui& ui, ImVec2 at, ImVec2 size);
    void draw_pane(Ui& ui, View view, const Place& place);
    void take_double_click(Ui& ui, View view, const Place& place);
    void draw_controls(Ui& ui, View view, float room);
    void draw_turns(Ui& ui, View view, float room);
    void draw_tree_controls(Ui& ui);
    void draw_memory_controls(Ui& ui);
    static void draw_work_controls(Ui& ui);
    static void draw_grid_controls(Ui& ui, float room);

    std::array<CanvasPane, view_count> panes_;  ///< by View
    std::array<char, 12> jump_{};               ///< the number of a word, as it is typed
    bool jump_failed_ = false;
    bool trace_wanted_ = false;
    SharedTreeModel tree_model_;
    /// What is lit in all of them, and what it was found by.
    struct LitKey {
        Selection selection;
        std::uint64_t recordings = 0;
        int block = 0, step = 0;
        bool operator==(const LitKey&) const = default;
    };
    LitKey lit_key_;
    std::shared_ptr<const Related> lit_;
    SceneKey tree_model_key_;  ///< what it is of: only the recording and the block count
};

}  // namespace stridescope
