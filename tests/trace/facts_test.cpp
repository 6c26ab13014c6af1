// A trace says of every site which array it reaches, and where that lies.
#include "app/trace/facts.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "app/engine/engine.h"
#include "tests/support/random_experiment.h"

namespace stridescope {
namespace facts_test {

/// A few blocks of the kernel, padded, so that faults of layout would show.
std::shared_ptr<const Trace> trace_of(std::string_view kernel) {
    ScanRun e{.kernel = std::string{kernel}, .block = 32, .n = 150, .first_blocks = 2};
    if (testing::scan_kernel(kernel).pads) e.padding = Padding::every32;
    e.input = parse_input("random:5");
    return record(e);
}

TEST(Facts, EverySiteOfMemoryHasItsArray) {
    for (const testing::ScanKernel& kernel : testing::scan_kernels()) {
        const auto trace = trace_of(kernel.id);
        for (const TraceSite& site : trace->sites()) {
            if (site.array == ArrayId::none) {
                EXPECT_TRUE(is_inner(site.event) || is_register(site.event)) << kernel.id;
                continue;
            }
            const Space space = trace->data().array(site.array).space;
            EXPECT_EQ(space == Space::global, is_global(site.event)) << kernel.id;
            EXPECT_EQ(space == Space::registers, is_register(site.event)) << kernel.id;
        }
    }
}

}  // namespace facts_test
}  // namespace stridescope
