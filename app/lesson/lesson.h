// A lesson: pages of text, each with a bookmark that sets the experiment, the step and the view,
// and with questions whose answers the trace gives. The file's format is in docs/lessons.md.
// Questions to choose an answer of are asked before a step is shown, too (predict.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/experiment/experiment.h"
#include "app/lesson/count.h"
#include "app/lesson/markdown.h"
#include "app/look/look_fields.h"

namespace stridescope {

struct Question {
    std::string text;
    std::vector<std::string> options;  ///< all different
    std::size_t right = 0;             ///< which of them it is; of several the first
    std::string why;                   ///< said once it is answered
    /// Further options that are right: all of them are to be chosen.
    std::vector<std::size_t> also{};
    /// Why one could take the option for the right one: none, or as many as options.
    std::vector<std::string> tempting{};
    /// A number is typed. The options are not shown then: the right number, and wrong ones that
    /// there is something to say of.
    bool typed = false;
    std::vector<std::string> hints{};  ///< shown one by one, when they are asked for

    bool several() const { return !also.empty(); }
    bool is_right(std::size_t option) const;
    /// "12", or "a; c" of several.
    std::string right_text() const;
    /// How often one may try: a choice between two is settled by the first one.
    int tries() const { return typed || options.size() > 2 ? 2 : 1; }
    bool operator==(const Question&) const = default;
};

/// Which option the typed words are; options.size() for a number that is none of them, nothing
/// for what is not a number.
std::optional<std::size_t> typed_option(const Question& question, std::string_view words);

/// Puts `right` among `others` (those that equal it, or one another, are left out; three at most
/// stay) in an order drawn by the seed.
void set_options(Question& question, const std::string& right, std::vector<std::string> others,
                 std::uint64_t seed);

// Numbers of a lesson's page that were measured, and stand in a saved ladder.

/// "h200.json chained-padded 10000000 us = 1283": of a ladder a rung at a size, in ms or us, or its
/// blocks; or what one thing takes: "h200.json hand-over us = 1.06".
struct LessonMeasured {
    std::string file{};    ///< in the lesson's folder, or of the ladders that come with the program
    std::string what{};    ///< "chained-padded 10000000 us"
    std::string number{};  ///< as the page has it, without commas
    int line = 0;

    bool operator==(const LessonMeasured&) const = default;
};

/// Throws UsageError: half a sentence that says what is wrong.
LessonMeasured parse_measured(std::string_view value);

/// Why the number is not what the file says, half a sentence; empty where it is, rounded as it is
/// written.
std::string why_wrong(const LessonMeasured& measured, const std::filesystem::path& lesson_folder);

/// A number that the text states, and which count of the trace it is.
struct LessonCheck {
    std::string count;  ///< see count_of
    double number = 0;
    int line = 0;

    bool operator==(const LessonCheck&) const = default;
};

/// A wrong answer, and why one could take it for the right one.
struct LessonMistake {
    std::string answer;  ///< a count where the question's answer is one; else words
    std::string why;
    int line = 0;

    bool operator==(const LessonMistake&) const = default;
};

struct LessonQuestion {
    std::string ask{};
    std::string answer{};              ///< see count_of; empty where `right` has words
    std::vector<std::string> right{};  ///< all of them are to be chosen
    std::vector<LessonMistake> wrong{};
    bool typed = false;                ///< the mistakes are not offered: a number is typed
    std::string because{};             ///< may be empty
    std::vector<std::string> hints{};  ///< shown one by one, when they are asked for
    int line = 0;

    bool operator==(const LessonQuestion&) const = default;
};

/// What the views show while a page is read.
struct Bookmark {
    Experiment experiment;
    std::filesystem::path trace{};      ///< a trace is shown instead; empty: none
    std::string missing{};              ///< why it cannot be run, where a file is not there
    std::optional<Experiment> other{};  ///< the run that "other" means in counts
    std::filesystem::path other_trace{};
    std::string step{};    ///< see step_called; empty: the first
    std::string reveal{};  ///< the step once all questions are answered; empty: stays
    /// What else is said of how it is looked at; its `step` is that of above. A wavefront is one of
    /// the step's worst request, where no other one is chosen.
    PartialLook look{};
    bool compare = false;               ///< beside the same run without padding
    bool beside = false;                ///< all pictures beside those of the other run
    std::vector<std::string> hidden{};  ///< views and more, until all questions are answered
    std::optional<bool> locked{}, predict{};
    std::optional<float> text_size{};
    int line = 0;         ///< of `step`, or of the page where it has none
    int chosen_line = 0;  ///< of what is chosen of the run

    bool has_other() const { return other || !other_trace.empty(); }
    int block() const { return look.look().block.value_or(0); }
    /// Chosen, lit in all pictures.
    const Selection& selection() const { return look.look().selection; }
    /// The view in front; nothing: as it is.
    std::optional<View> view() const;
    /// The view has all the room.
    bool alone() const { return look.look().alone.has_value(); }
};

struct LessonPage {
    std::string title;
    int line = 0;
    std::vector<TextBlock> text;
    Bookmark bookmark;
    std::vector<LessonCheck> checks;
    std::vector<LessonMeasured> measured;
    std::vector<std::string> given;  ///< numbers in the text that no trace gives, and why
    std::vector<LessonQuestion> questions;
    std::vector<std::string> notes;  ///< for whoever speaks; a class does not see them
};

struct Lesson {
    std::string title, about;
    std::filesystem::path path;
    std::vector<LessonPage> pages;  ///< one at least
    bool shipped = false;           ///< it came with the program: others have it, too
};

/// Reads a lesson's text. Throws UsageError, one sentence with the line, where it is none: an
/// experiment that cannot run counts among that; whether its steps and answers exist only a
/// recording tells (lesson_faults).
Lesson parse_lesson(std::string_view text, const std::filesystem::path& path);

/// Whether the page states a number that is made of that count ("adds"), in its checks.
bool speaks_of(const LessonPage& page, std::string_view count);

/// The files that the page's words name: pictures, and what links lead to.
std::vector<std::string> files_of(const LessonPage& page);

/// What a lesson's file says. Throws UsageError where it cannot be read.
std::string lesson_text(const std::filesystem::path& path);

/// Reads the file. Throws UsageError also where that cannot be done.
Lesson read_lesson(const std::filesystem::path& path);

/// The lessons of a folder (*.md) in the order of their file names. What cannot be read is left
/// out, and told in `problems`.
std::vector<Lesson> lessons_in(const std::filesystem::path& folder,
                               std::vector<std::string>& problems);

/// A lesson's question with the answer that the trace gives. Throws UsageError as count_of does,
/// and where a wrong answer is the right one, or another wrong one.
Question question_of(const LessonQuestion& asked, const TracePlace& place);

}  // namespace stridescope
