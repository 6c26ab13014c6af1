// Carries commands out and keeps the window's state. No ImGui, no GL: runs without a window.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "app/ui/app_state.h"
#include "app/ui/commands.h"
#include "app/ui/recorder.h"

namespace stridescope {

class Controller {
  public:
    /// Starts recording `experiment` at once. `wake` is called, from another thread, whenever
    /// poll() has something to do.
    Controller(Experiment experiment, std::function<void()> wake);
    /// Starts with a trace file instead.
    Controller(const std::filesystem::path& trace, std::function<void()> wake);

    const AppState& state() const { return state_; }

    void apply(const Command& command);
    /// Takes in what the recorder has finished. Returns whether anything changed.
    bool poll();
    /// Time passes. Returns whether the picture changed.
    bool advance(double seconds) { return state_.playback.advance(seconds); }
    /// Waits until nothing is being recorded any more, polling as it goes.
    void wait_until_recorded();

  private:
    void carry_out(const command::SetExperiment& c);
    void carry_out(const command::Undo&);
    void carry_out(const command::Redo&);
    void carry_out(const command::StepForward&) { state_.playback.forward(); }
    void carry_out(const command::StepBack&) { state_.playback.back(); }
    void carry_out(const command::First&) { state_.playback.first(); }
    void carry_out(const command::Last&) { state_.playback.last(); }
    void carry_out(const command::Jump& c) { state_.playback.jump(c.step); }
    void carry_out(const command::TogglePlay&) { state_.playback.toggle_play(); }
    void carry_out(const command::SetSpeed& c) { state_.playback.set_speed(c.steps_per_second); }
    void carry_out(const command::SelectBlock& c);
    void carry_out(const command::SetHeatmapAxis& c) { state_.heatmap_axis = c.axis; }
    void carry_out(const command::SetCompare& c) { state_.compare = c.compare; }
    void carry_out(const command::ToggleEnlarged& c);
    void carry_out(const command::SetTheme& c) { state_.theme = c.theme; }
    void carry_out(const command::SetTextScale& c);
    void carry_out(const command::OpenTrace& c);
    void carry_out(const command::SaveTrace& c);
    void carry_out(const command::ExportView& c);
    void carry_out(const command::DismissNotice&) { state_.notice.reset(); }
    void carry_out(const command::Quit&) { state_.quit = true; }

    void start(Experiment experiment);
    void show(std::shared_ptr<const Recording> recording);

    AppState state_;
    std::vector<Experiment> undo_, redo_;
    bool typing_ = false;   ///< the last change was a keystroke
    bool opening_ = false;  ///< the running request is a file: its experiment becomes the knobs'
    Recorder recorder_;
};

}  // namespace stridescope
