// The flags of `export` that say what is chosen in a view, and how wide its picture is.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "app/export/export.h"

namespace stridescope::cli {

/// Adds --select, --request, --wavefront, --sort-by, --hide-later and --width to a command.
class SightFlags {
  public:
    explicit SightFlags(CLI::App& app);
    /// Puts them into the request, whose view, block and step are set. Throws UsageError for what
    /// the trace does not have, and for flags that the view has no use for.
    void apply(const Trace& trace, ExportRequest& request) const;

  private:
    std::string select_, request_, sort_by_, width_;
    int wavefront_ = 0;
    bool hide_later_ = false;
};

}  // namespace stridescope::cli
