#include "tests/support/scan_run.h"

#include "app/experiment/text/scan_flags.h"

namespace stridescope {

Experiment ScanRun::experiment() const {
    Experiment e;
    const auto set = [&](std::string_view flag, const std::string& value) {
        set_scan_flag(e.text, flag, value);
    };
    set("--kernel", kernel);
    set("--block", std::to_string(block));
    // As it is written it has four elements for each thread.
    if (coarsen != 1 || kernel.starts_with("cub")) set("--coarsen", std::to_string(coarsen));
    if (padding != Padding::none) set("--pad", std::string{name_of(padding)});
    if (type != ElementType::f32) set("--type", std::string{stridescope::name_of(type)});
    if (op != Op::add) set("--op", std::string{name_of(op)});
    if (scan != Scan::inclusive) set("--scan", std::string{name_of(scan)});
    set("--input", text_of(input));
    if (n) set("--n", std::to_string(*n));
    e.engine = engine;
    e.first_blocks = first_blocks;
    e.schedule = schedule;
    e.sms = sms;
    e.resident = resident;
    return e;
}

}  // namespace stridescope
