// From a TextSpec to a TextRun, stage by stage.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/experiment/text/card.h"
#include "app/experiment/text/card_questions.h"
#include "app/experiment/text/formula.h"
#include "app/experiment/text/guess.h"
#include "app/experiment/text/pointer_use.h"
#include "app/experiment/text/text_folder.h"
#include "app/experiment/text/text_run.h"

namespace stridescope {

class Resolver {
  public:
    Resolver(const TextSpec& spec, ResolvedText& out, Roots roots = Roots::main);
    /// Throws FaultError, or leaves faults in `out`.
    void run();
    /// Runs without giving the arrays numbers, however large they are; what they were to hold.
    std::vector<OutlinedArray> run_outline();
    /// The main of the text's program, which may stand in another source; null: there is none that
    /// is understood. Throws FaultError.
    const language::Function* main();

  private:
    /// A launch before it is known what its expressions are worth.
    struct PlannedLaunch {
        PlacedText head{};
        const language::Function* kernel = nullptr;  ///< null: a template's
        KernelUse use{};
        LaunchGuess guess{};
        std::vector<CardQuestions::Argument> arguments{};
        std::size_t question = 0;
        bool is_guessed = false;  ///< its sizes
    };
    struct PlannedArray {
        ArrayText text{};
        std::string parameter{};  ///< empty: no launch takes it
        PointerUse use{};
        std::int64_t guessed = 1024;         ///< elements
        std::vector<std::size_t> extents{};  ///< questions
        std::optional<std::size_t> type{}, fill{}, expect{};
        int index = -1;  ///< into TextRun::arrays
    };

    // What there is to do, in this order.
    /// All but the arrays' numbers; false where there are no arrays, or faults.
    bool resolve_all();
    void check_definitions() const;
    language::ParseOptions parse_options() const;
    bool parse(const language::ParseOptions& options);
    bool parse_with(std::string lines, const language::ParseOptions& options,
                    const std::function<bool(const language::Unit&)>& is_wanted);
    void find_main(const language::ParseOptions& options);
    void link(const language::ParseOptions& options);
    void read_knobs();
    void check_names() const;
    bool runs_main() const;
    /// What the title says of texts of the library that stand for others in kernels; empty:
    /// nothing.
    std::string own_texts() const;
    void plan();
    void plan_expectations();
    void ask();
    void answer();
    void answer_globals();
    void answer_bug();
    void say_guesses();
    void answer_layout(const LayoutText& layout);
    void plan_forms();
    void check_step(const PlacedText& step) const;
    void ask_forms();
    void answer_forms();
    void fill();

    const language::Function* kernel_named(std::string_view name) const;
    const language::Function* first_kernel() const;
    void fail_if_refused(std::string_view name) const;
    std::string kernel_names() const;
    std::vector<LaunchText> launches();
    void plan_launch(const LaunchText& text);
    void plan_given(const LaunchText& text, PlannedLaunch& launch);
    void plan_guessed(PlannedLaunch& launch);
    void apply_setting(std::string_view array, std::string_view parameter);
    std::int64_t listed_for(const language::Function& kernel) const;
    const Setting* setting_for(std::string_view name);
    PlannedArray& array_named(const std::string& name);
    PlannedArray* find_array(std::string_view name);
    void plan_leaves(const language::Variable& parameter, const LaunchGuess& guess);
    void use_array(PlannedArray& array, const PlannedLaunch& launch, std::size_t number);
    void set_expectation(const PlacedText& text, bool wins);
    PlannedArray& only_output(const PlacedText& text);

    TextLaunch answer_launch(const PlannedLaunch& planned);
    void guess_leaves(TextArgument& argument, const language::Variable& parameter,
                      const PlannedLaunch& planned);
    std::array<std::uint32_t, 3> sizes_of(const language::Expr& dim3, const PlacedText& head) const;
    int array_of(PlannedArray& planned, const language::Variable& parameter);
    TextArray make_array(const PlannedArray& planned, const language::Type* element,
                         std::vector<std::int64_t> inner) const;
    TextArray array_of_type(const PlannedArray& planned, const language::Type* element,
                            std::vector<std::int64_t>& inner) const;
    std::vector<std::int64_t> said_extents(const PlannedArray& planned) const;
    void check_bytes(const PlannedArray& planned, const TextArray& array) const;
    void check_type(const PlannedArray& planned, const language::Type* element,
                    std::string_view what) const;
    /// What fills it: what is said; else outputs 0, the card's others 0, 1, 2 …, and what is
    /// guessed small numbers in no order, others in each array. (Of 0, 1, 2 … a first addend that
    /// is missing, or two arrays that are mixed up, would not be seen.) Bytes of a text that
    /// compares with letters are letters: it counts nothing else.
    PlacedText fill_of(const PlannedArray& planned) const;
    PlacedText place_of(const PlannedArray& planned) const;

    const TextSpec& spec_;
    std::string linked_{};  ///< lines that include other sources, read behind the text
    std::vector<std::string> including_{};  ///< sources with a main that include the text
    ResolvedText& out_;
    Roots roots_;
    TextFolder folder_;
    Card card_;
    CardQuestions questions_;
    std::vector<PlannedLaunch> launches_;
    std::vector<PlannedArray> arrays_;
    struct PlannedForm {
        FormText text{};
        int file = 0;
        std::optional<std::size_t> operations{}, threads{};
    };
    std::vector<PlannedForm> forms_;
    std::vector<std::size_t> shows_;  ///< questions
    std::optional<std::size_t> layout_length_, layout_word_;
    std::vector<bool> used_settings_;
    bool outline_ = false;
};

}  // namespace stridescope
