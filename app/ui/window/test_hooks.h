// What is written after each frame: the window's widgets and state as JSON, for tests that press
// real keys and click real widgets. docs/test_hooks.md has the format.
#pragma once

#include <cstdint>
#include <deque>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/experiment/text_spec.h"
#include "app/session/app_state.h"
#include "app/session/text_findings.h"
#include "app/ui/kit/widget_map.h"
#include "app/ui/window/accessible.h"

namespace stridescope {

/// The knobs of the texts that were asked for last: they are told in each frame, and change in few.
class KnownKnobs {
  public:
    /// Holds until the next call.
    const std::vector<TextKnob>& of(const TextSpec& spec);

  private:
    using Known = std::pair<TextSpec, std::vector<TextKnob>>;
    std::deque<Known> known_;
};

class TestHooks {
  public:
    explicit TestHooks(std::filesystem::path path) : path_(std::move(path)) {}

    /// What the window is like beside its state and widgets.
    struct Frame {
        int width = 0, height = 0;
        bool unfinished = false;         ///< pictures of another run than the state's are shown
        bool idle = false;               ///< nothing moves, records or waits any more
        bool dialog = false;             ///< one is in front
        bool typing = false;             ///< a text field has the keyboard
        bool writing = false;            ///< the text that is edited has it
        std::string walking{};           ///< the control that keys have walked to; empty: none
        std::optional<Point> pointer{};  ///< none outside the window
        AccessibleWindow accessible{};   ///< what is told of it as text
        /// Processor time, in seconds, that the longest turn of the loop has taken of its thread so
        /// far: input, what came of it, and the picture.
        double longest_turn = 0;
    };
    /// Writes the file, whole or not at all, if anything but the frame's number and the longest
    /// turn has changed. Throws RunError if it cannot be written.
    void frame_done(const AppState& state, const WidgetMap& widgets, const Frame& frame);

  private:
    std::filesystem::path path_;
    std::string last_;
    KnownKnobs known_;
    std::uint64_t frame_ = 0;
};

}  // namespace stridescope
