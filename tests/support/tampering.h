// Trace files that were tampered with: what may become of them, and how to make some.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "tests/support/archive.h"
#include "tests/support/look_at.h"
#include "tests/support/trace_checks.h"

namespace stridescope::testing {

/// That the archive is refused in one sentence that contains `part`.
inline void expect_refused(const Archive& archive, const std::string& part) {
    expect_sentence(refusal([&] { (void)archive.decoded(); }), part);
}

/// Either the archive is refused, or what it holds can be looked at from all sides.
/// Returns whether it was refused.
inline bool refused_or_harmless(const Archive& archive) {
    std::shared_ptr<const Trace> trace;
    const std::string why = refusal([&] { trace = archive.decoded(); });
    if (trace) {
        look_at(*trace);
        return false;
    }
    expect_sentence(why, "");
    return true;
}

/// An array member with another number of elements in its head, and `bytes` zeros.
inline std::string npy(const std::string& descr, const std::string& shape, std::size_t bytes) {
    std::string head =
        "{'descr': '" + descr + "', 'fortran_order': False, 'shape': " + shape + "}\n";
    std::string text = std::string{"\x93NUMPY\x01\x00", 8};
    text += static_cast<char>(head.size());
    text += '\0';
    return text + head + std::string(bytes, '\0');
}

}  // namespace stridescope::testing
