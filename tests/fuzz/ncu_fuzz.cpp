// Nsight Compute's tables.
#include "app/cli/import_ncu.h"
#include "app/engine/engine.h"
#include "app/experiment/text/scan_flags.h"
#include "tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace stridescope;
    static const std::shared_ptr<const Trace> trace = [] {
        Experiment small;
        small.text = text_of_kernel("brent-kung");
        small.engine = EngineChoice::cpu;
        return record(small);
    }();
    const std::string text{fuzz::text_of(data, size)};
    for (const auto format : {ReportFormat::text, ReportFormat::csv, ReportFormat::json}) {
        fuzz::refused_or_fine(fuzz::text_of(data, size), [&] {
            const std::string told = cli::import_ncu(text, "the file", *trace, format);
            fuzz::promise(printable_lines(told) == told);
        });
    }
    return 0;
}
