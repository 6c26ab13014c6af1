// What can be undone: the experiments that the knobs stood at before.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/experiment/experiment.h"

namespace stridescope {

/// What differs between two experiments, in a few words: "block 16 → 64"; where several things do,
/// their names: "kernel, block". Empty if nothing does.
std::string change_words(const Experiment& from, const Experiment& to);

/// Two stacks of experiments. Knows nothing of recordings.
class History {
  public:
    /// The knobs leave `before`. With `typing` a run of keystrokes in one field counts as one.
    void leave(const Experiment& before, bool typing);
    /// Ends a run of keystrokes: the next one is a change of its own.
    void end_typing() { typing_ = false; }
    bool typing() const { return typing_; }

    /// The experiment before (after) `now`; nothing if there is none.
    std::optional<Experiment> undo(const Experiment& now);
    std::optional<Experiment> redo(const Experiment& now);
    /// `now` was given up in favour of `before`: redo() brings it back.
    void give_up(const Experiment& now, const Experiment& before);

    /// What undo() (redo()) would hand back; null if there is nothing.
    const Experiment* before(const Experiment& now) const;
    const Experiment* after(const Experiment& now) const;
    /// Changes all that can come back.
    template <class Change>
    void for_each(Change change) {
        for (Experiment& each : undo_) change(each);
        for (Experiment& each : redo_) change(each);
    }

    /// What undo() (redo()) would change, in a few words; empty if there is nothing.
    std::string undo_words(const Experiment& now) const;
    std::string redo_words(const Experiment& now) const;

  private:
    std::vector<Experiment> undo_, redo_;
    bool typing_ = false;  ///< the last change was a keystroke
};

}  // namespace stridescope
