// What somebody looks at as an address, for others to open: in the page, or in this program.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/experiment/experiment.h"
#include "app/look/look_fields.h"
#include "app/session/app_state.h"
#include "app/session/preferences.h"

namespace stridescope {

// What stands behind the # of the page's address: name=value, parted by &.

/// The settings of a fragment, percent signs resolved; a name alone has an empty value. Throws
/// UsageError for a percent sign that two hexadecimal digits do not follow.
std::map<std::string, std::string> settings_of_fragment(std::string_view fragment);

// From where a run is looked at: where a preset or a link begins.

struct Vantage {
    PartialLook look{};    ///< what is not in it stays as it is
    std::string step{};    ///< as in lessons (step_called); empty: the first
    bool compare = false;  ///< with the same run without padding

    bool operator==(const Vantage&) const = default;
};

/// A run, and what its text is called: "mine.cu"; empty: it is one of the program's.
struct LinkedRun {
    Experiment experiment{};
    std::string name{};

    bool operator==(const LinkedRun&) const = default;
};

/// The settings behind the # of an address; docs/page.md lists them.
struct Link {
    std::optional<LinkedRun> run{}, beside{};
    std::string lesson{};       ///< its file's name without ".md"; empty: none is open
    std::optional<int> page{};  ///< of the lesson, from 1
    std::string exercise{};     ///< "vectors/add", its set and its file; empty: none is open
    /// What is written into the exercise: the whole text; nothing: it is as it was given out.
    std::optional<std::string> written{};
    /// Names and texts of a lesson or an exercise of one's own; empty: it is one of the program's.
    std::vector<Setting> files{};
    Vantage vantage{};
    std::optional<Theme> theme{};
    bool embedded = false;  ///< in another page: one picture, and no menus

    /// Whether it says what to show.
    bool any() const { return run.has_value() || !lesson.empty() || !exercise.empty(); }
    bool operator==(const Link&) const = default;
};

/// A command line of Windows, which opens links, has at most 32,767 characters.
inline constexpr std::size_t longest_link = 32'000;
/// Some mail programs and chats break longer ones.
inline constexpr std::size_t long_link = 2'000;

/// Reads what stands behind the #. Throws UsageError.
Link read_link(std::string_view fragment);

/// Writes it again.
std::string fragment_of(const Link& link);

/// Whether a text that somebody pasted, or named, is such an address.
bool looks_like_link(std::string_view text);

/// The link to what is shown. Throws UsageError that says why there is none.
Link link_to(const AppState& state);

/// The link to what is shown as an address. `page`: where the page is,
/// "https://…/stridescope.html"; empty: its file's name alone. Throws UsageError as link_to does,
/// and for one that is longer than longest_link.
std::string address_of(const AppState& state, std::string_view page);

// Bytes as letters that an address takes: compressed (deflate, RFC 1951), then base64 with the
// letters of addresses and without padding (RFC 4648, section 5).

std::string address_letters(std::string_view bytes);

/// The way back. Throws UsageError: half a sentence, for letters that are none of those, for what
/// they do not unpack from, and for more than `most` bytes.
std::string bytes_of_letters(std::string_view letters, std::size_t most);

}  // namespace stridescope
