// The tree as layers, at any zoom and of any part: from the model, where things stand, and the
// cursor. Internal to app/scene.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/scene/scene.h"
#include "app/scene/tree/tree_layout.h"
#include "app/scene/tree/tree_model.h"
#include "app/scene/type_size.h"

namespace stridescope::scene_parts {

/// What hotspots of the tree are called: by these it knows again what lights up.
inline constexpr std::string_view tree_node = "node", tree_output = "output", tree_edge = "edge";

/// How the cursor stands to a step.
enum class When { done, now, later };

/// Edges and rims of what is still to come: fainter than what was, and yet to be seen from the
/// back row.
inline Rgba later_color(const Palette& palette) {
    return mix(palette.rule, palette.edge_old, 0.35F);
}

/// What is seen of the tree, and how large. Elements and rows that may show: first … last.
struct TreeSight {
    TreeSight(const TreeLayout& layout, const Sight& sight);
    /// All of it.
    explicit TreeSight(const TreeLayout& layout);

    float zoom = 1;           ///< pixels a unit down
    float stretch = 1;        ///< and so many times as many across
    bool everything = false;  ///< for files: however small, all is there
    Box box;
    int first_element = 0, last_element = -1;
    int first_row = 0, last_row = -1;
    float pitch = 0;       ///< from column to column, in pixels
    float home_pitch = 0;  ///< the same in the units of what is pinned
    int together = 1;      ///< so many neighbouring nodes are drawn as one: a power of two

    bool readable(float type) const { return everything || type * zoom >= Scene::min_text_pixels; }
    bool shows_row(int row) const { return row >= first_row && row <= last_row; }
};

/// All that a tree's pictures need; shared by what is asked of its scene later.
struct TreePicture {
    std::shared_ptr<const TreeModel> model;
    TreeLayout layout;
    Palette palette;
    int step = 0;  ///< the cursor, a step of the trace
    bool hide_later = false;
    bool arrived = true;  ///< so have the arrows of the step at the cursor
    bool in_room = false;
    static constexpr int most_value_chars = 6;
    int value_chars = most_value_chars;  ///< at most so many of a value are shown
    Wording title{};
    /// Where the title says why no values are seen: it, where some are.
    std::optional<Wording> title_with_values{};
    float title_width = 0;
    std::string remark{};  ///< what is said of the wrong output

    /// How the cursor stands to what a level writes: its last step does.
    When when(int level) const {
        const int last = model->level_at(level).last_step;
        return last < step ? When::done : last == step ? When::now : When::later;
    }
    /// How the cursor stands to what a level reads, in any of its steps.
    When when_read(int level) const {
        return when(level) == When::later && model->level_at(level).first_step <= step
                   ? When::now
                   : when(level);
    }
    bool hides(int level) const { return hide_later && when_read(level) == When::later; }
    /// The levels that the cursor is in: a range. In steps after them, the last one.
    std::pair<int, int> levels_now() const;
    int last_level_now() const { return levels_now().second - 1; }
    bool at_end() const { return model->levels == 0 || when(model->levels - 1) != When::later; }
    /// The output is seen in the last level: whether that one stored the element.
    bool stores_now(int element) const {
        return model->levels > 0 && when(model->levels - 1) == When::now &&
               model->output_level[static_cast<std::size_t>(element)] == model->levels - 1;
    }
    bool dense() const { return layout.elements > most_with_values; }
    Rgba toned(Rgba color, int element) const;
    /// Colour of a value that a share of the input went into.
    Rgba cover_color(float share) const;

    // Back to front: columns and old edges, the current edges, the nodes, the sources' marks.
    std::vector<Layer> layers(const TreeSight& sight) const;
    /// A node with all that went into it, or an edge with its sisters; empty for other spots.
    std::vector<Layer> highlight(const Hotspot& spot, const TreeSight& sight) const;
    /// The edge nearest to the point, unless several are about as near.
    std::optional<Hotspot> edge_at(Point point, float reach, float stretch) const;
};

/// Nodes of one row, or some of them.
struct NodeStyle {
    enum class Kind { input, done, now, later, source, output };
    Kind kind = Kind::done;
    bool values = true;
    bool bold = false;
};
/// Adds the nodes of `row` for which `wanted` says so. `values`: what is written into them, as
/// indices of elements. Those too small to be told apart are drawn together.
class TreeNodes {
  public:
    TreeNodes(const TreePicture& picture, const TreeSight& sight) : p_{picture}, sight_{sight} {}

    template <class Wanted>
    void add(Layer& layer, int row, NodeStyle style, Wanted&& wanted) const {
        if (!sight_.shows_row(row)) return;
        if (sight_.together > 1) {
            std::vector<int> some;
            for (int e = sight_.first_element; e <= sight_.last_element; ++e) {
                if (wanted(e)) some.push_back(e);
            }
            add_together(layer, row, style, some);
            return;
        }
        const std::size_t labels = layer.labels.size();
        for (int e = sight_.first_element; e <= sight_.last_element; ++e) {
            if (wanted(e)) add_one(layer, row, style, e);
        }
        if (p_.in_room) even_out(layer, labels);
    }

  private:
    void add_together(Layer& layer, int row, NodeStyle style, const std::vector<int>& some) const;
    void add_one(Layer& layer, int row, NodeStyle style, int element) const;
    static void even_out(Layer& layer, std::size_t first);
    void add_value(Layer& layer, const Box& box, int row, NodeStyle style, int element) const;
    void add_range(Layer& layer, const Box& box, int level, int element) const;
    std::string text_of_end(const TreeEnds& ends, int column) const;
    Rgba small_color(int row, NodeStyle style, int element) const;
    bool raced(int row, NodeStyle style, int element) const;

    const TreePicture& p_;
    const TreeSight& sight_;
};

/// Adds edges to a layer.
class TreeEdges {
  public:
    TreeEdges(const TreePicture& picture, const TreeSight& sight) : p_{picture}, sight_{sight} {}

    void add(Layer& layer, Layer& dots, const EdgeRun& run, Line style) const;

  private:
    void emit(Layer& layer, const Line& line, const EdgeRun& run) const;
    void add_dots(Layer& dots, const EdgeRun& run, Rgba color) const;

    const TreePicture& p_;
    const TreeSight& sight_;
};

/// "12 adds"; empty where the level applied the operator nowhere.
std::string operations_text(const TreeModel& model, int level);

/// "all 64 of the input", "all 64 of in"
std::string all_inputs_text(const TreeModel& model);

/// Before a number of inputs that a value was made of: "sum of", where all is added.
const char* made_of_text(const TreeModel& model);

/// Where an edge runs in the picture: one line, or two where it bends.
std::vector<Line> path_of(const TreePicture& picture, const EdgeRun& run);

// What the pointer is told over the tree.

/// The field of the tree's nodes.
HotspotField node_tips(std::shared_ptr<const TreePicture> picture);

/// "sum of A[0..3] = 16"; where it is no such sum, what it is instead. The level must be done.
std::string cover_text(const TreeModel& model, int level, int element);

/// "thread 3, stride 1: X[3] + X[2] = 8 + 5 = 13"; numbers only as far as the cursor has come.
std::string edge_text(const TreeModel& model, const Edge& edge, bool done);

}  // namespace stridescope::scene_parts
