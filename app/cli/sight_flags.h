// The flags of `export` that say what is looked at, and how wide its picture is.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "app/export/export.h"
#include "app/export/request_text.h"

namespace stridescope::cli {

/// Adds to a command the flags of all fields of a look (look_fields.h), and --width, --for, --pane,
/// --part and --room.
class SightFlags {
  public:
    explicit SightFlags(CLI::App& app);
    SightFlags(const SightFlags&) = delete;
    SightFlags& operator=(const SightFlags&) = delete;
    /// Whether that flag of a look was given.
    bool given(std::string_view flag) const { return said_.contains(flag); }
    /// Puts what can be told without a trace into the look, whose view is set. Throws UsageError
    /// for what is not understood.
    void read(Look& look) const;
    /// Puts the others into the request. Throws UsageError for what the trace does not have.
    /// `beside`: there are two pictures, and one request may be done before the other.
    void apply(const Trace& trace, bool beside, ExportRequest& request) const;
    /// Puts the panes into it, where the flags tell some. `beside`: there are two pictures. Throws
    /// UsageError for what makes no sense, and for a file that is no picture.
    void apply_panes(bool beside, const std::string& file, ExportRequest& request) const;

  private:
    std::map<std::string, std::string, std::less<>> said_;  ///< of a look, by their flags
    std::string width_, page_;
    SightTexts panes_;
};

}  // namespace stridescope::cli
