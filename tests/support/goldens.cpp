#include "tests/support/goldens.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>

#include "tests/support/image.h"
#include "tests/support/places.h"

namespace stridescope::testing {
namespace {

std::filesystem::path golden_path(const std::string& name) {
    return std::filesystem::path{source_dir()} / "tests/goldens" / name;
}
std::filesystem::path left_path(const std::string& name) {
    return std::filesystem::path{binary_dir()} / "goldens" / name;
}

std::span<const std::byte> bytes_of(const std::string& text) {
    return std::as_bytes(std::span{text});
}

const char* how_to_update =
    "If it is meant to look so now, run the test with STRIDESCOPE_UPDATE_GOLDENS=1.";

}  // namespace

bool updating_goldens() {
    const char* value = std::getenv("STRIDESCOPE_UPDATE_GOLDENS");
    return value != nullptr && std::string{value} == "1";
}

void expect_text_golden(const std::string& name, const std::string& text) {
    if (updating_goldens()) return write_bytes(golden_path(name), bytes_of(text));
    const std::vector<std::byte> bytes = read_bytes(golden_path(name));
    const std::string golden{reinterpret_cast<const char*>(bytes.data()), bytes.size()};
    if (text == golden) return;
    write_bytes(left_path(name), bytes_of(text));
    std::istringstream wanted{golden}, got{text};
    std::string wanted_line, got_line;
    int number = 0;
    bool more = true;
    while (more && wanted_line == got_line) {
        ++number;
        const bool had = static_cast<bool>(std::getline(wanted, wanted_line));
        const bool has = static_cast<bool>(std::getline(got, got_line));
        if (!had) wanted_line = "(end)";
        if (!has) got_line = "(end)";
        more = had || has;
    }
    ADD_FAILURE() << "tests/goldens/" << name << ", line " << number
                  << "\n  wanted: " << wanted_line << "\n  got:    " << got_line
                  << "\nAll of it: " << left_path(name).string() << "\n"
                  << how_to_update;
}

void expect_image_golden(const std::string& name, std::span<const std::byte> png, int tolerance) {
    if (updating_goldens()) return write_bytes(golden_path(name), png);
    const std::vector<std::byte> bytes = read_bytes(golden_path(name));
    if (bytes.empty()) {
        write_bytes(left_path(name), png);
        ADD_FAILURE() << "There is no tests/goldens/" << name
                      << ". What came out: " << left_path(name).string() << "\n"
                      << how_to_update;
        return;
    }
    const Image wanted = decode_png(bytes), got = decode_png(png);
    const int largest = largest_difference(wanted, got);
    if (largest <= tolerance) return;
    const std::string difference = name + ".difference.png";
    write_bytes(left_path(name), png);
    write_bytes(left_path(difference), encode_png(difference_picture(wanted, got, tolerance)));
    ADD_FAILURE() << "tests/goldens/" << name << " (" << wanted.width << "x" << wanted.height
                  << ") and what came out (" << got.width << "x" << got.height << ") differ by "
                  << largest << "/255, more than " << tolerance
                  << ".\nWhat came out: " << left_path(name).string()
                  << "\nDifference: " << left_path(difference).string() << "\n"
                  << how_to_update;
}

}  // namespace stridescope::testing
