// The ONE table of what a look consists of: flags, copied command lines, addresses, lessons, what
// is remembered, and what workers are sent come from its rows.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "app/look/look.h"

namespace stridescope {

/// A field of Look.
struct LookField {
    std::string_view name;     ///< in addresses and lessons; with underscores, in JSON
    std::string_view flag{};   ///< of `stridescope-cli export`: "--hide-later"; empty: it has none
    std::string_view help{};   ///< what the flag is for, without the views
    std::string_view group{};  ///< under which help lists it
    /// Whose pictures, and whose tables, are others where it is set.
    Views pictures{}, tables{};
    /// Chosen for the run that is shown: nothing of it is left where another one is.
    bool of_run = false;
    /// It is there for two runs alone.
    bool of_two = false;
    std::span<const std::string_view> words{};  ///< where it is one of a few
    bool is_switch = false;                     ///< its flag takes no value
    bool is_number = false;                     ///< 0 or more

    /// Its value as people write it; empty where there is none.
    std::string (*written)(const Look& look) = nullptr;
    /// Reads that back: false for what is not understood. An empty text sets a switch. Throws
    /// UsageError where that can tell more.
    bool (*read)(Look& look, const std::string& text) = nullptr;
    void (*copy)(const Look& from, Look& to) = nullptr;
    bool (*same)(const Look& a, const Look& b) = nullptr;
    /// What it is now, for a key that has changed it, with the key that goes on; empty: that is
    /// seen anyway.
    std::string (*notice)(const Look& look) = nullptr;

    /// What it can be where it is none of a few words, to be put behind "is" or "is not".
    std::string_view wanted{"a whole number, 0 or more"};

    /// Its value as people write it; empty where it is as usual.
    std::string text(const Look& look) const { return same(look, {}) ? "" : written(look); }
    /// What it can be, to be put behind "is": "a whole number", "one of bank or warp".
    std::string possible() const;
    /// What help puts behind the flag: "bank|warp", "INT"; empty for a switch.
    std::string value_text() const;
    /// "Tree, work: hide what comes after this step".
    std::string help_line() const;
    /// What is remembered has it by that name: "hide_later".
    std::string json_name() const;
};

/// "a, b or c".
std::string listed(std::span<const std::string_view> words);

/// In the order in which a copied line has their flags.
std::span<const LookField> look_fields();
/// Null where there is none of that name.
const LookField* look_field_called(std::string_view name);
template <auto Member>
void copy_member(const Look& from, Look& to) {
    to.*Member = from.*Member;
}
const LookField& look_field_copied_by(void (*copy)(const Look& from, Look& to));
/// The row of a member: look_field<&Look::axis>().
template <auto Member>
const LookField& look_field() {
    return look_field_copied_by(copy_member<Member>);
}

/// Nothing is chosen any more of the run that was looked at.
void let_go_of_run(Look& look);

/// Whether a view's picture, or its table, is another one where the flag is given. `selects`:
/// something is selected, which is looked for in one block.
bool has_use(std::string_view flag, View view, bool table, bool selects);

/// Some fields of a look: what an address or a lesson's page says of it.
class PartialLook {
  public:
    PartialLook() = default;
    /// All that is not as usual.
    explicit PartialLook(const Look& look);

    bool has(const LookField& field) const { return (said_ & bit(field)) != 0; }
    bool any() const { return said_ != 0; }
    /// Takes the field from there.
    void take(const LookField& field, const Look& from);
    /// Sets in `look` what is said, and nothing else.
    void apply_to(Look& look) const;
    const Look& look() const { return look_; }

    bool operator==(const PartialLook&) const = default;

  private:
    static std::uint32_t bit(const LookField& field);

    Look look_{};
    std::uint32_t said_ = 0;
};

}  // namespace stridescope
