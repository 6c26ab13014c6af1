#include "tests/support/run_spec.h"

#include <fmt/format.h>

#include <cstring>
#include <stdexcept>

#include "app/experiment/text/array_numbers.h"

namespace stridescope {

const TypedArray& SpecRun::array(const std::string& name) const {
    for (std::size_t i = 0; i < after.size(); ++i) {
        if (text.arrays[i].name == name) return after[i];
    }
    throw std::out_of_range("no array " + name);
}

SpecRun run_spec(const TextSpec& spec, const machine::Settings& settings) {
    SpecRun result;
    TextRun& text = result.text = resolve(spec);
    machine::GlobalMemory memory;
    allocate_globals(*text.unit, memory);
    std::vector<std::size_t> places;
    for (const TextArray& array : text.arrays) {
        std::size_t at = 0;
        if (array.variable == nullptr) {
            at = memory.allocate(array.name, array.before.size_bytes());
        } else {
            while (memory[at].variable != array.variable) ++at;
        }
        places.push_back(at);
        if (array.before.size() > 0)
            std::memcpy(memory[at].data, array.before.bytes(), array.before.size_bytes());
    }
    std::vector<TextLaunch> launches{
        {text.kernel, text.grid, text.block, text.dynamic_shared, text.arguments}};
    launches.insert(launches.end(), text.further.begin(), text.further.end());
    for (const TextLaunch& launch : launches) {
        language::Launch l;
        l.grid = launch.grid;
        l.block = launch.block;
        l.dynamic_shared = launch.dynamic_shared;
        for (const TextArgument& argument : launch.arguments) {
            language::Argument& given = l.arguments.emplace_back();
            given.leaves = argument.leaves;
            if (argument.array >= 0)
                given.leaves = {memory[places[static_cast<std::size_t>(argument.array)]].address};
        }
        l.memory = memory.layout();
        result.launches.push_back(run(*text.unit, *launch.kernel, l, memory, settings));
        for (const machine::Diagnostic& d : result.launches.back().diagnostics)
            result.findings.push_back(fmt::format("{}: {}", d.place.line, d.message));
    }
    for (std::size_t i = 0; i < text.arrays.size(); ++i) {
        const TextArray& array = text.arrays[i];
        TypedArray after{array.type, array.before.size()};
        if (after.size() > 0)
            std::memcpy(after.bytes(), memory[places[i]].data, after.size_bytes());
        if (array.expected) {
            if (const auto wrong = first_wrong(*array.expected, after)) {
                result.findings.push_back(fmt::format(
                    "{}[{}] is {}, expected {} ({})", array.name, *wrong, after.text(*wrong),
                    array.expected->values.text(*wrong), array.expected->name));
            }
        }
        result.after.push_back(std::move(after));
    }
    return result;
}

}  // namespace stridescope
