// A text, ready to run: read, its kernel chosen, its launch and arguments resolved. What is left to
// do is to give the arrays memory.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/experiment/text/card.h"
#include "app/experiment/text/step_forms.h"
#include "app/experiment/text_spec.h"
#include "app/experiment/typed_array.h"
#include "app/language/compile.h"
#include "app/language/parse.h"

namespace stridescope {

/// What an array must hold in the end.
struct ExpectedArray {
    TypedArray values{};
    std::string name{};  ///< of what it is: "sequential scan of A", for a sentence
    /// How far an element may be off, f64: |got − want| ≤ tolerance[i]; empty: not at all.
    TypedArray tolerance{};
};

/// An array that a parameter of the kernel points to, or one of the text's own in global memory.
struct TextArray {
    std::string name{};  ///< the parameter's
    ElementType type = ElementType::f32;
    /// Elements, the slowest dimension first; a vector type's components are the last dimension, a
    /// struct counts as words of 4 bytes (u32).
    std::vector<std::int64_t> extents{};
    TypedArray before{};  ///< what it holds at first
    std::optional<ExpectedArray> expected{};
    std::string card_name{};  ///< what the card calls it, mostly the same
    bool written = false;     ///< the kernels store to it, as far as their text says
    bool guessed = false;     ///< nobody says how many elements it has
    /// A __constant__ or __device__ variable, which is allocated with the text's; null: a
    /// parameter's.
    const language::Variable* variable = nullptr;
};

/// What a parameter is given.
struct TextArgument {
    int array =
        -1;  ///< into TextRun::arrays; -1: a scalar (or a struct of them), which is `leaves`
    std::vector<std::uint64_t> leaves{};
    std::uint64_t offset = 0;  ///< bytes into the array
    /// By leaf, the array that a struct's pointer leads to; empty, or -1: its bits are in `leaves`.
    std::vector<int> arrays_of_leaves{};
    bool guessed = false;  ///< a whole number of which nothing is said
};

/// A launch behind the first.
struct TextLaunch {
    language::Function* kernel = nullptr;
    std::array<std::uint32_t, 3> grid{1, 1, 1}, block{1, 1, 1};
    std::uint64_t dynamic_shared = 0;
    std::vector<TextArgument> arguments{};
};

/// A `#define` that the window turns: those of the card, then the other numbers.
struct ResolvedKnob {
    std::string name{};
    std::string value{};  ///< as it is now
    std::vector<std::string> choices{};
    std::optional<CardKnob::Range> range{};
};

/// What the card of a text says that is broken on purpose, as the knobs stand.
struct TextBug {
    std::string correct{};  ///< id of the correct version; empty: the text is not broken
    std::string summary{};
    std::string hidden{};  ///< why the bug cannot show, a sentence; empty: it can
    /// Unless the flag, --schedule or --memory, is one of these, there is another reason why it
    /// cannot.
    struct Flag {
        std::string name{};
        std::vector<std::string> kinds{};
        std::string otherwise{};
    };
    std::vector<Flag> flags{};
    std::string array{};  ///< the shared array that `words` is about; empty: none
    std::vector<std::int32_t>
        words{};  ///< [element]: the word of the array where it is meant to be
};

struct TextRun {
    std::shared_ptr<language::Unit> unit{};
    std::size_t included =
        0;  ///< texts that it includes: of the unit's files those behind the first
    language::Function* kernel = nullptr;  ///< null: the text's main runs
    std::array<std::uint32_t, 3> grid{1, 1, 1}, block{1, 1, 1};
    std::uint64_t dynamic_shared = 0;  ///< bytes
    std::vector<TextArgument> arguments{};
    std::vector<TextArray> arrays{};
    std::string title{};  ///< for people: the card's, else the kernel's or the file's name
    std::vector<TextLaunch>
        further{};  ///< launches behind this one, in order; they share the arrays
    std::vector<ResolvedKnob> knobs{};
    TextBug bug{};
    std::vector<StepForm> forms{};
    std::string guessed{};  ///< what of the launches is a guess, a sentence; empty: nothing is
};

/// What is run where neither card nor flags say it: the text's main if there is one, else a kernel;
/// or a kernel also where there is a main, which launches none.
enum class Roots : std::uint8_t { main, kernels };

/// Reads the text and resolves card, knobs, launch and arguments. Throws UsageError: one sentence
/// with file, line and column that says what to write instead.
TextRun resolve(const TextSpec& spec, Roots roots = Roots::main);

/// What resolve comes to without throwing, for an editor. A fault at line 0 is about a flag, not
/// the text.
struct ResolvedText {
    TextRun run{};  ///< whole if there are no faults; what was understood else
    std::vector<language::Fault> faults{};
    bool any_kernel = false;  ///< nothing says which of the kernels is meant
};
ResolvedText try_resolve(const TextSpec& spec, Roots roots = Roots::main);

/// The main that a text without one of its own is run by: that of its program, in another source.
struct MainElsewhere {
    bool takes_arguments = false;
};
std::optional<MainElsewhere> main_elsewhere(const TextSpec& spec);

/// "mine.cu:3:14: …", as compilers write it.
std::string fault_sentence(const language::Fault& fault, const TextSpec& spec,
                           const language::Unit* unit);

// A text resolved but for its arrays' numbers: launches, sizes and types. So a text can be run on a
// GPU with numbers that are there already, of any size.

/// What an array of TextRun::arrays was to hold.
struct OutlinedArray {
    std::string fill{};      ///< as the card writes it, or as it was guessed
    bool is_output = false;  ///< something is expected of it in the end
};

struct TextOutline {
    TextRun run{};  ///< `before` and `expected` of its arrays are empty
    std::vector<OutlinedArray> arrays{};
};

/// As resolve; throws UsageError as that does.
TextOutline outline(const TextSpec& spec);

}  // namespace stridescope
