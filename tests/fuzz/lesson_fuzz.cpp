// A lesson's text, and what its pages say of a run.
#include "app/engine/engine.h"
#include "app/experiment/text/scan_flags.h"
#include "app/lesson/lesson.h"
#include "app/lesson/lesson_check.h"
#include "tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace stridescope;
    static const std::shared_ptr<const Trace> trace = [] {
        Experiment small;
        set_scan_flag(small.text, "--kernel", "brent-kung");
        set_scan_flag(small.text, "--block", "8");
        return record(small);
    }();
    const std::string_view input = fuzz::text_of(data, size);
    fuzz::refused_or_fine(input, [&] {
        const Lesson lesson = parse_lesson(input, "lesson.md");
        for (const LessonPage& page : lesson.pages) {
            const TracePlace place{trace.get(), 0, 0, trace.get()};
            (void)unaccounted_numbers(page);
            fuzz::refused_or_fine(input, [&] { (void)why_wrong(page, place); });
            for (const LessonQuestion& question : page.questions) {
                fuzz::refused_or_fine(input, [&] { (void)question_of(question, place); });
            }
            fuzz::refused_or_fine(input, [&] { (void)step_called(page.bookmark.step, *trace); });
            // Nothing outside of the lesson's folder is named.
            const TextSpec& text = page.bookmark.experiment.text;
            const auto lies_within = [](const std::filesystem::path& path) {
                fuzz::promise(path.is_relative() && path.begin()->native() != "..");
            };
            if (!text.path.empty()) lies_within(text.path);
            for (const auto& trace : {page.bookmark.trace, page.bookmark.other_trace}) {
                if (!trace.empty()) lies_within(trace);
            }
            for (const std::string& file : files_of(page)) {
                lies_within(std::filesystem::path{file}.lexically_normal());
            }
            for (const auto& [name, value] : text.arguments) {
                if (name == "A" && value.starts_with("file:")) lies_within(value.substr(5));
            }
        }
    });
    return 0;
}
