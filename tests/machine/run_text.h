// A text, its arrays and its launches, for tests of the machine.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "app/language/parse.h"
#include "app/machine/machine.h"

namespace stridescope::machine {

class RunText {
  public:
    explicit RunText(const std::string& text, std::vector<language::Definition> definitions = {}) {
        language::ParseOptions options;
        options.definitions = std::move(definitions);
        parsed = language::parse("test.cu", text, options);
        for (const language::Fault& fault : parsed.faults) {
            ADD_FAILURE() << fault.place.line << ":" << fault.place.column << ": " << fault.message;
        }
        allocate_globals(*parsed.unit, memory);
    }

    /// An array in global memory, the kernel's next argument.
    template <typename T>
    std::size_t array(const std::string& name, const std::vector<T>& values) {
        const std::size_t index = memory.allocate(name, values.size() * sizeof(T));
        std::memcpy(memory[index].data, values.data(), values.size() * sizeof(T));
        arguments.push_back({{memory[index].address}});
        return index;
    }
    template <typename T>
    void scalar(T value) {
        std::uint64_t bits = 0;
        std::memcpy(&bits, &value, sizeof value);
        arguments.push_back({{bits}});
    }
    template <typename T>
    std::vector<T> values(std::size_t index) const {
        std::vector<T> out(memory[index].bytes / sizeof(T));
        std::memcpy(out.data(), memory[index].data, memory[index].bytes);
        return out;
    }

    LaunchRecord& launch(std::array<std::uint32_t, 3> grid, std::array<std::uint32_t, 3> block,
                         std::uint64_t dynamic_shared = 0, std::size_t kernel = 0) {
        language::Launch l;
        l.grid = grid;
        l.block = block;
        l.dynamic_shared = dynamic_shared;
        l.arguments = arguments;
        l.memory = memory.layout();
        try {
            record = run(*parsed.unit, *parsed.unit->kernels.at(kernel), l, memory, settings);
        } catch (const language::FaultError& error) {
            ADD_FAILURE() << error.fault().place.line << ":" << error.fault().place.column << ": "
                          << error.what();
        }
        return record;
    }

    /// No findings.
    void expect_clean() const {
        for (const Diagnostic& d : record.diagnostics)
            ADD_FAILURE() << d.place.line << ": " << d.message;
    }

    language::Parsed parsed;
    GlobalMemory memory;
    Settings settings;
    std::vector<language::Argument> arguments;
    LaunchRecord record;
};

}  // namespace stridescope::machine
