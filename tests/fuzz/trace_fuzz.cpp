// Trace files. The first byte chooses: the rest is the file as it is; or its members, which are
// packed here, since no change of a packed one gets past its checksum.
#include <array>
#include <cstring>

#include "app/analysis/check.h"
#include "app/analysis/findings.h"
#include "app/export/export.h"
#include "app/report/report.h"
#include "app/trace/npz.h"
#include "app/trace/trace_file.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/members.h"

namespace {

using namespace stridescope;

void look_at(std::string_view input, const Trace& trace) {
    for (const auto format : {ReportFormat::text, ReportFormat::csv, ReportFormat::json}) {
        const std::string told = report(trace, format, ReportCut::step);
        fuzz::promise(!told.empty() && printable_lines(told) == told);
    }
    (void)first_wrong(trace);
    (void)findings(trace);
    if (trace.blocks() > 0) {
        fuzz::promise(printable_lines(narration(trace, 0)) == narration(trace, 0));
    }
    fuzz::promise(encode_trace(*decode_trace(encode_trace(trace), "it")) == encode_trace(trace));
    constexpr int few_steps = 20, few_cells = 300;
    if (trace.step_count() > few_steps || trace.words() > few_cells) return;
    for (const View view : all_views) {
        for (const auto format : {ExportFormat::csv, ExportFormat::json, ExportFormat::svg}) {
            fuzz::refused_or_fine(input, [&] {
                (void)export_view(trace, nullptr, {.look = {.view = view}}, format);
            });
        }
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const std::string_view input = fuzz::text_of(data, size);
    const auto rest = std::as_bytes(std::span{data + 1, size - 1});
    fuzz::refused_or_fine(input, [&] {
        std::vector<std::byte> file{rest.begin(), rest.end()};
        if (data[0] >= 128) {
            NpzWriter npz;
            for (const auto& [name, bytes] : fuzz::unpacked(rest)) npz.add_text(name, bytes);
            file = npz.finish();
        }
        look_at(input, *decode_trace(file, "the file"));
    });
    return 0;
}
