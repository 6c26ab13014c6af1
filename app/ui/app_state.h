// What the window shows: plain data. Panels read it; only the Controller changes it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "app/analysis/banks.h"
#include "app/analysis/check.h"
#include "app/analysis/work.h"
#include "app/experiment/experiment.h"
#include "app/playback/playback.h"
#include "app/trace/trace.h"

namespace stridescope {

/// The pictures of the window, each in a pane of its own.
enum class View { tree, memory, heatmap };
/// What a view is called in file names and on the command line.
constexpr std::string_view name_of(View view) {
    return view == View::tree ? "tree" : view == View::memory ? "memory" : "heatmap";
}

enum class Theme { light, dark };

/// A finished recording with what is said about it. Immutable once shown.
struct Recording {
    std::shared_ptr<const Trace> trace;
    std::shared_ptr<const Trace> unpadded;  ///< the same run without padding; null until recorded,
                                            ///< and where the run itself has none
    WorkTable work;                         ///< of `trace`
    WorkCounts unpadded_totals;             ///< counts only with `unpadded`
    std::optional<WrongElement> wrong;      ///< first element that is not what a plain scan gives
    std::string opened_from;                ///< the trace file it was read from; empty: recorded
};

/// Something that was carried out, or not, on the user's word; stays until read.
struct Notice {
    bool fine = true;
    std::string text;
};

struct AppState {
    Experiment experiment;   ///< as the knobs stand
    std::string impossible;  ///< why the knobs' experiment cannot run; empty if it can
    std::string error;       ///< why the last recording failed; empty if it did not
    bool recording_now = false;
    double recording_share = 0;  ///< 0 … 1

    std::shared_ptr<const Recording> shown;  ///< null before the first recording is finished
    Playback playback;
    int block = 0;  ///< the recorded block that is looked at

    HeatmapAxis heatmap_axis = HeatmapAxis::bank;
    bool compare = false;          ///< the heatmap shows no padding beside the chosen padding
    std::optional<View> enlarged;  ///< the pane that has the others' room, too
    Theme theme = Theme::light;
    float text_scale = 1;
    bool can_undo = false, can_redo = false;
    bool quit = false;
    std::optional<Notice> notice;
    std::uint64_t recordings = 0;  ///< finished so far: a new one means a new picture

    const Trace* trace() const { return shown ? shown->trace.get() : nullptr; }
    /// The heatmap's other half, where there is one and it is wanted.
    const Trace* compared() const {
        return compare && shown && shown->unpadded ? shown->unpadded.get() : nullptr;
    }
    /// The step the cursor is on; null without a trace or steps.
    const Step* current_step() const {
        const Trace* t = trace();
        if (t == nullptr || t->step_count() == 0) return nullptr;
        return &t->steps()[static_cast<std::size_t>(playback.step())];
    }
};

}  // namespace stridescope
