// The flags of `export` that make one picture several.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "app/export/animation.h"

namespace stridescope::cli {

/// Adds --steps, --wavefronts, --ms and --loops to a command.
class FrameFlags {
  public:
    explicit FrameFlags(CLI::App& app);
    /// Throws UsageError for a path that tells no format, and for flags that it has no use for.
    void check(const std::string& path) const;
    /// Whether the path is to hold several pictures.
    bool wanted(const std::string& path) const { return is_animation(path) || is_series(path); }
    /// Throws UsageError where the request chooses one of the pictures.
    Animation animation(const ExportRequest& request) const;

  private:
    CLI::App& app_;
    std::string steps_;
    bool wavefronts_ = false;
    FrameTiming timing_{};
};

}  // namespace stridescope::cli
