// The fields of the state that a command sets and does nothing else: Set{setting::compare, true}.
// What is said when a key has switched one stands in its row.
#pragma once

#include <algorithm>
#include <any>
#include <filesystem>
#include <string>
#include <type_traits>
#include <utility>

#include "app/look/look_fields.h"
#include "app/session/app_state.h"

namespace stridescope {

struct AnyStateField {
    /// After a key has set it: what it is now, and which key undoes that; empty: that is seen
    /// anyway.
    std::string (*notice)(const AppState& state) = nullptr;
    bool of_layout = false;  ///< where things stand: not moved while the window is locked
};

template <class T>
struct StateField : AnyStateField {
    constexpr explicit StateField(void (*how)(AppState&, const T&),
                                  std::string (*words)(const AppState&) = nullptr,
                                  bool moves = false)
        : AnyStateField{words, moves}, set{how} {}

    void (*set)(AppState& state, const T& value);
};

namespace setting {

// Each field of the look, as look_fields() has it.
template <auto Member>
using TypeOf = std::remove_cvref_t<decltype(std::declval<Look&>().*Member)>;
template <auto Member>
void set_look(AppState& state, const TypeOf<Member>& value) {
    state.display.look.*Member = value;
    // A wavefront is that of the step at hand.
    if constexpr (std::is_same_v<decltype(Member), int Look::*>) {
        if (Member == &Look::wave) state.display.wave_step = state.playback.step();
    }
}
template <auto Member>
std::string notice_of_look(const AppState& state) {
    const LookField& field = look_field<Member>();
    return field.notice != nullptr ? field.notice(state.display.look) : std::string{};
}
template <auto Member>
inline constexpr StateField<TypeOf<Member>> look{set_look<Member>, notice_of_look<Member>};

// Playback.
extern const StateField<float> speed;  ///< in steps per second
extern const StateField<bool> loop;

// Two runs.
extern const StateField<bool> compare;
extern const StateField<bool> against_held;  ///< with the held run, rather than without padding
extern const StateField<StepLock> step_lock;

// The window.
extern const StateField<Theme> theme;
extern const StateField<float> text_scale;
extern const StateField<std::filesystem::path> folder;  ///< where the next file dialog begins
extern const StateField<std::pair<std::string, float>> share;  ///< a bar between panes was moved
extern const StateField<Layout> layout;
extern const StateField<bool> start;  ///< whether the start page is in front
extern const StateField<bool> card_folded;
extern const StateField<bool> all_rungs;  ///< of the ladder, or those that tell the story
extern const StateField<bool> locked;     ///< nothing changes the experiment
extern const StateField<bool> full_screen;
extern const StateField<bool> speaker;  ///< the speaker's window is open
extern const StateField<bool> blank;    ///< the screen is black

}  // namespace setting

namespace command {

/// That field is set to that.
class Set {
  public:
    template <class T>
    Set(const StateField<T>& field, std::type_identity_t<T> value)
        : field_{&field}, value_{std::move(value)}, carry_out_{[](const Set& set, AppState& state) {
              const auto& of = static_cast<const StateField<T>&>(*set.field_);
              of.set(state, *std::any_cast<T>(&set.value_));
          }} {}

    /// What it sets the field to; null: it sets another one.
    template <class T>
    const T* to(const StateField<T>& field) const {
        return field_ == &field ? std::any_cast<T>(&value_) : nullptr;
    }
    const AnyStateField& field() const { return *field_; }
    void carry_out(AppState& state) const { carry_out_(*this, state); }

  private:
    const AnyStateField* field_;
    std::any value_;
    void (*carry_out_)(const Set&, AppState&);
};

}  // namespace command
}  // namespace stridescope
