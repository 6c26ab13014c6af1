// What a view says of itself, what it is asked with, and what it may keep. A view is a type with
// all of this in a folder of its own (TreeView, say); views/views.h lists them.
#pragma once

#include <any>
#include <concepts>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/analysis/lines.h"
#include "app/look/look.h"
#include "app/scene/scene.h"
#include "app/trace/trace.h"

namespace stridescope {

/// Where another run is seen: in a picture of its own beside this one's; in the same picture; or in
/// the same one until both runs are on one slider.
enum class OtherRun { beside, within, either };

/// What there is to know of a view before anything is drawn.
struct ViewFacts {
    std::string_view title;  ///< over its picture, and in the choice among those that take turns
    std::string_view tip{};  ///< what it shows; of those that take turns
    bool takes_turns = true;
    bool of_few = false;  ///< few runs have it: where one has not, it is not among the choices
    OtherRun other = OtherRun::beside;
    bool all_blocks = false;  ///< all recorded blocks together, unless one is asked for
    /// Where it has nothing to show, what it says instead is worth being seen.
    bool says_why = false;
    bool shares_scale = false;  ///< bars of two runs' pictures have one scale
    bool by_events = false;     ///< its cursor walks over the events between blocks, not over steps
};

/// A recording that comes with the program.
struct Recorded {
    std::string name{};  ///< "kogge stone, 8 warps"
    std::string path{};

    bool operator==(const Recorded&) const = default;
};

/// What is drawn, and for where: the same for every view.
struct Subject {
    std::shared_ptr<const Trace> trace{};
    ViewState at{};
    /// Another run that has a part in this picture; null: none.
    std::shared_ptr<const Trace> other{};
    bool beside = false;  ///< the two runs have a picture each
    /// Where the other run is looked at, by views that share a scale and by time; -1: nowhere.
    int other_step = -1;
    int other_block = 0;
    Palette palette{};
    Room room{};
    std::vector<Recorded> recordings{};        ///< time: of the same text
    bool costs = true;                         ///< work, source: what accesses cost is told
    std::shared_ptr<const LineTable> lines{};  ///< source: of the trace; made where null
    /// Things stand in other places where this is another number.
    int arrangement = 0;

    bool operator==(const Subject&) const = default;
};

/// Why there is nothing to draw of a trace without a step; empty where there is one.
inline std::string why_nothing(const Trace& trace) {
    if (trace.launches().empty()) return "Nothing was recorded: no kernel was launched.";
    return trace.blocks() == 0 || trace.step_count() == 0
               ? "Nothing was recorded: no thread does anything here."
               : "";
}

/// What the pictures of one block of a run have in common, made when another block or run is drawn.
/// It keeps no run alive.
template <class T>
class KeptOfBlock {
  public:
    /// What `make` makes of the subject's block, which its run has.
    template <class F>
    static std::shared_ptr<T> in(std::any& kept, const Subject& subject, F&& make) {
        auto* known = std::any_cast<KeptOfBlock>(&kept);
        if (known == nullptr || known->of_.lock() != subject.trace ||
            known->block_ != subject.at.block) {
            known = &kept.emplace<KeptOfBlock>(subject, std::make_shared<T>(make()));
        }
        return known->what_;
    }

    KeptOfBlock(const Subject& subject, std::shared_ptr<T> what)
        : of_{subject.trace}, block_{subject.at.block}, what_{std::move(what)} {}

  private:
    std::weak_ptr<const Trace> of_;
    int block_;
    std::shared_ptr<T> what_;
};

/// What a type has to have to be a view. `ask` takes of the look what matters to the view, and
/// forgets of the subject what does not: then equal requests are found equal. `scene` may keep
/// something from one scene to the next. A view whose scene takes long has a `prepare(subject,
/// kept)` too: see prepare_scene.
template <class V>
concept IsView = requires(const Trace& trace, const Look& look, Subject& subject,
                          const typename V::Options& options, std::any& kept) {
    { V::facts } -> std::convertible_to<ViewFacts>;
    /// In one sentence, why it has nothing to show of the trace; empty where it has.
    { V::why_not(trace) } -> std::same_as<std::string>;
    { V::ask(look, subject) } -> std::same_as<typename V::Options>;
    { V::scene(subject, options, kept) } -> std::same_as<Scene>;
    { options == options } -> std::same_as<bool>;
};

}  // namespace stridescope
