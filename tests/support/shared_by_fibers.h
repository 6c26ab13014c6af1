// Shared memory of a printed text that is run by fibers (cuda_by_fibers.h).
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <regex>
#include <string>
#include <vector>

#include "app/language/program.h"

namespace stridescope::testing {

inline std::uint64_t shared_bytes(const language::Program& program) {
    return (program.shared_bytes + 127) / 128 * 128;
}

/// The extern arrays lie where the machine has them, the others behind all, as a compiler might
/// have it.
inline std::string with_shared_memory(const std::string& text, const language::Program& program) {
    static const std::regex declaration{R"((extern )?__shared__ ([^;]*?)(\w+)((?:\[\d*\])*);)"};
    std::string out;
    auto at = text.begin();
    for (std::sregex_iterator it{text.begin(), text.end(), declaration}, end; it != end; ++it) {
        const std::smatch& m = *it;
        out.append(at, m[0].first);
        at = m[0].second;
        const bool is_extern = m[1].matched;
        std::vector<std::uint64_t> offsets;
        for (const language::Object& o : program.objects) {
            if (o.space == language::Space::shared && o.name == m[3])
                offsets.push_back(o.offset + (is_extern ? 0 : shared_bytes(program)));
        }
        EXPECT_LE(offsets.size(), 1) << m[3];
        std::string extents = m[4];
        if (const std::size_t open = extents.find("[]"); open != std::string::npos)
            extents.replace(open, 2, "[65536]");
        out += fmt::format("{0} (&{1}){2} = *({0} (*){2})(fibers::now->block->shared + {3});",
                           m[2].str(), m[3].str(), extents, offsets.empty() ? 0 : offsets[0]);
    }
    out.append(at, text.end());
    return out;
}

/// Makes the folder's text.cpp a library, text.so, as tests/fibers/flags of the build say; what the
/// compiler says goes into the file `said`. Where there is a compiler's cache, what was compiled
/// once comes from it: to link is a tenth of what a text takes.
inline std::string library_by_fibers(const std::filesystem::path& folder,
                                     const std::string& build) {
    return fmt::format(
        "cd {0} && $(command -v ccache) g++ @{1}/tests/fibers/flags -MD -c -o text.o text.cpp "
        "2> said && g++ -shared -o text.so text.o 2>> said",
        folder.string(), build);
}

}  // namespace stridescope::testing
