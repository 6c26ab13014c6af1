// The flags of `export` that say what is chosen in a view, and how wide its picture is.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "app/export/export.h"
#include "app/export/sight_text.h"

namespace stridescope::cli {

/// Adds --select, --request, --wavefront, --sort-by, --hide-later, --width, --for, --pane,
/// --part and --room to a command.
class SightFlags {
  public:
    explicit SightFlags(CLI::App& app);
    /// Puts them into the request, whose view, block and step are set. Throws UsageError for what
    /// the trace does not have, and for flags that the view has no use for. `beside`: there are two
    /// pictures, and one request may be done before the other.
    void apply(const Trace& trace, bool beside, ExportRequest& request) const;
    /// Puts the panes into it, where the flags tell some. `beside`: there are two pictures. Throws
    /// UsageError for what makes no sense, and for a file that is no picture.
    void apply_panes(bool beside, const std::string& file, ExportRequest& request) const;

  private:
    std::string select_, request_, sort_by_, width_, page_;
    int wavefront_ = 0;
    std::optional<int> warp_;
    bool hide_later_ = false;
    std::string element_;
    SightTexts panes_;
};

}  // namespace stridescope::cli
