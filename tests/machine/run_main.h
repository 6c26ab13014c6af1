// Runs a text's main, as tests of what it prints need it.
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

#include "app/language/parse.h"
#include "app/machine/machine.h"

namespace stridescope::machine {

inline std::string file(const std::string& path) {
    std::ifstream in{path};
    std::stringstream text;
    text << in.rdbuf();
    return text.str();
}

/// What main printed, then what was told of it and of its launches, a line each: "12: …".
inline std::string output_of_main(const std::string& text, const Settings& settings = {}) {
    const language::Parsed parsed = language::parse("text.cu", text);
    for (const language::Fault& fault : parsed.faults) {
        if (!fault.put_aside) return std::to_string(fault.place.line) + ": " + fault.message + '\n';
    }
    if (parsed.unit->main == nullptr) return "there is no main\n";
    GlobalMemory memory;
    allocate_globals(*parsed.unit, memory);
    const HostRecord record = run_main(*parsed.unit, memory, settings);
    std::string out = record.output;
    const auto tell = [&](const language::Place& place, const std::string& message) {
        out += std::to_string(place.line) + ": " + message + '\n';
    };
    if (record.stopped) tell(record.stopped->place, record.stopped->message);
    for (const Diagnostic& d : record.diagnostics) tell(d.place, d.message);
    for (const LaunchRecord& launch : record.launches) {
        for (const Diagnostic& d : launch.diagnostics) tell(d.place, d.message);
        for (const RaceRecord& race : launch.races.all) tell(race.second.place, "races");
    }
    return out;
}

}  // namespace stridescope::machine
