// The flags of scans: --kernel kogge-stone --block 64 --pad every32 is kernels/scan/kogge_stone.cu
// with its knobs BLOCK and PADDING set. Any text with such knobs takes them.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "app/experiment/text_spec.h"

namespace stridescope {

/// In the order in which they are carried out: how many elements there are may depend on the
/// others.
inline constexpr std::array<std::string_view, 9> scan_flags{
    "--kernel", "--block", "--coarsen", "--pad", "--type", "--op", "--scan", "--input", "--n"};

/// Does what the flag says, to the text that is there or, with --kernel, to the one that it names
/// in place of that. Throws UsageError that names the flag: an unknown kernel, a knob that the text
/// does not have, a value that it does not take.
void set_scan_flag(TextSpec& text, std::string_view flag, const std::string& value);

/// Numbers are listed for a scan's A, or no more: N is their count, or one section, where it was so
/// before (`was`: what A was set to). Another N stays. What is listed may be half typed.
/// `with_block`: the block of a library's text is as large as they need, too.
void follow_numbers(TextSpec& text, const std::string& was, bool with_block = false);

/// The library's text of that id, "kogge-stone" or "kogge_stone"; of a scan with one section of
/// sixteen ones. Throws UsageError where there is none.
TextSpec text_of_kernel(std::string_view id);

/// "kogge-stone": what --kernel calls the text; empty: it is none of the library.
std::string kernel_id(const TextSpec& text);

/// What the flags with words would say of a library's scan, {"pad", "every32"} and so on. Its
/// text defines the first word of each.
struct ScanSetting {
    std::string_view name, value;
};
std::vector<ScanSetting> scan_settings(const TextSpec& text);

}  // namespace stridescope
