// An exercise's text, what is given out of it, and what somebody hands in.
#include "app/exercise/exercise.h"
#include "tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace stridescope;
    const std::string_view input = fuzz::text_of(data, size);
    fuzz::refused_or_fine(input, [&] {
        const Exercise exercise = parse_exercise(std::string{input}, "exercise.cu");
        fuzz::promise(exercise.hole_begin <= exercise.hole_end);
        fuzz::promise(exercise.hole_end <= exercise.text.size());
        fuzz::promise(!exercise.cases.empty());
        const Submission own = submission_of(exercise, exercise.text, "");
        fuzz::promise(own.body_only || own.as_given);
        fuzz::promise(standing_alone(own.spec).card.empty());
        (void)submission_of(exercise, given_out(exercise), "");
    });
    return 0;
}
