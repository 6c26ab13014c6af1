#include "app/trace/printable_trace.h"

#include "app/io/printable.h"

namespace stridescope {
namespace {

void name(std::string& text) {
    constexpr std::size_t longest = 200;
    text = printable(text, longest);
}
void sentence(std::string& text) {
    constexpr std::size_t longest = 2000;
    text = printable(text, longest);
}

}  // namespace

void make_printable(TraceData& data) {
    name(data.engine);
    name(data.device);
    name(data.text_name);
    name(data.clock);
    if (data.times) name(data.times->device);
    data.text = printable_lines(data.text);
    for (IncludedText& included : data.includes) {
        name(included.name);
        included.text = printable_lines(included.text);
    }
    data.printed = printable_lines(data.printed);
    sentence(data.guessed);
    sentence(data.stopped);
    sentence(data.shortened);
    TraceFacts& facts = data.facts;
    name(facts.title);
    name(facts.broken.correct);
    sentence(facts.broken.summary);
    sentence(facts.broken.hidden);
    name(facts.broken.meant_array);
    for (ArrayFacts& array : facts.arrays) name(array.name);
    for (Step& step : data.steps) {
        name(step.phase);
        name(step.variables);
    }
    for (LaunchFacts& launch : data.launches) name(launch.kernel);
    for (ArrayContents& contents : data.contents) name(contents.expected_name);
    for (Diagnostic& found : data.diagnostics) {
        name(found.kind);
        sentence(found.message);
    }
    for (Race& race : data.races) name(race.place);
}

}  // namespace stridescope
