// A main that is not understood as a whole runs up to what is not.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <string>
#include <thread>

#include "app/language/parse.h"
#include "app/machine/machine.h"

namespace stridescope::machine {
namespace stopped_main_test {

HostRecord run_text(const std::string& text, const Settings& settings = {}) {
    const language::Parsed parsed = language::parse("test.cu", text);
    for (const language::Fault& fault : parsed.faults) {
        EXPECT_TRUE(fault.put_aside) << fault.message;
    }
    GlobalMemory memory;
    allocate_globals(*parsed.unit, memory);
    return run_main(*parsed.unit, memory, settings);
}

const std::string kernel = "__global__ void k(int *x) { x[threadIdx.x] = 3; }\n";
const std::string launch =
    "int *x; cudaMalloc(&x, 128); k<<<1, 32>>>(x); printf(\"launched\\n\");\n";

TEST(StoppedMain, LaunchesWhatStandsBefore) {
    const HostRecord record = run_text(kernel + "int main() {\n" + launch +
                                       "not_to_be_had(x);\nk<<<1, 32>>>(x);\nreturn 0; }\n");
    EXPECT_EQ(record.launches.size(), 1U);
    EXPECT_EQ(record.output, "launched\n");
    ASSERT_TRUE(record.stopped);
    EXPECT_EQ(record.stopped->place.line, 4U);
    EXPECT_NE(record.stopped->message.find("not_to_be_had"), std::string::npos);
}

/// On a GPU main may write while the kernel waits. Into memory of the device it cannot.
TEST(StoppedMain, AKernelThatWaitsForItIsNoDeadlock) {
    const std::string waiting =
        "__global__ void spin(volatile int *flag) { while (flag[0] < 1); }\n"
        "int main() { int *f, *other; CALL(&f, 4); cudaMallocManaged(&other, 4);\n"
        "spin<<<1, 1>>>(f);\n*f = 1; cudaDeviceSynchronize(); return 0; }\n";
    const auto with = [&](const std::string& call) {
        std::string text = waiting;
        return run_text(text.replace(text.find("CALL"), 4, call));
    };
    for (const char* call : {"cudaMallocManaged", "cudaMallocHost"}) {
        const HostRecord record = with(call);
        ASSERT_TRUE(record.stopped) << call;
        EXPECT_EQ(record.stopped->message,
                  "spin waits for what main writes while it runs, and here main goes on when a "
                  "kernel has ended");
        ASSERT_EQ(record.launches.size(), 1U);
        EXPECT_TRUE(record.launches[0].diagnostics.empty());
    }
    const HostRecord device = with("cudaMalloc");
    ASSERT_EQ(device.launches.size(), 1U);
    EXPECT_FALSE(device.stopped);
    EXPECT_TRUE(std::ranges::any_of(device.launches[0].diagnostics, [](const Diagnostic& d) {
        return d.kind == Diagnostic::Kind::deadlock;
    }));
}

TEST(StoppedMain, StopsInAFunctionOnItsWay) {
    const HostRecord record =
        run_text(kernel + "int verify(int *x) {\n  return unknown_thing(x);\n}\nint main() {\n" +
                 launch + "return verify(x); }\n");
    EXPECT_EQ(record.launches.size(), 1U);
    ASSERT_TRUE(record.stopped);
    EXPECT_EQ(record.stopped->place.line, 3U);
}

TEST(StoppedMain, GoesAroundWhatIsNotReached) {
    const HostRecord record = run_text(
        kernel + "void never() { qqsort(1, 2); }\nint main(int argc, char **argv) {\n" + launch +
        "if (argc > 5) unknown_thing(x); else printf(\"else\\n\");\n"
        "for (int i = 0; i < argc - 1; i++) { other_thing o = 3; never(); }\nreturn 7; }\n");
    EXPECT_FALSE(record.stopped);
    EXPECT_EQ(record.output, "launched\nelse\n");
    EXPECT_EQ(record.result, 7);
}

TEST(StoppedMain, WhatIsReachedStopsWithinALoop) {
    const HostRecord record =
        run_text(kernel + "int main() {\n" + launch +
                 "for (int i = 0; i < 5; i++) {\nk<<<1, 32>>>(x);\nif (i == 2) odd_thing(i);\n}\n"
                 "printf(\"never\"); return 0; }\n");
    EXPECT_EQ(record.launches.size() + record.repeated, 4U);
    ASSERT_TRUE(record.stopped);
    EXPECT_EQ(record.stopped->place.line, 6U);
    EXPECT_EQ(record.output, "launched\n");
}

TEST(StoppedMain, AKernelThatIsNotUnderstoodStopsItAtTheLaunch) {
    const HostRecord record =
        run_text(kernel + "__global__ void odd(int *x) { x[0] = odd_thing(); }\nint main() {\n" +
                 launch + "odd<<<1, 1>>>(x);\nk<<<1, 32>>>(x); return 0; }\n");
    EXPECT_EQ(record.launches.size(), 1U);
    ASSERT_TRUE(record.stopped);
    EXPECT_EQ(record.stopped->place.line, 2U);
}

/// What the machine's compiler refuses, not the parser.
TEST(StoppedMain, RecursionStopsItWhereItBegins) {
    const HostRecord record =
        run_text(kernel +
                 "int f(int n) {\nif (n < 2) return 1;\nreturn f(n - 1) + f(n - 2);\n}\n"
                 "int main() {\n" +
                 launch + "printf(\"%d\", f(9)); return 0; }\n");
    EXPECT_EQ(record.launches.size(), 1U);
    if (record.stopped) {
        EXPECT_EQ(record.stopped->place.line, 4U);
    }
}

TEST(StoppedMain, TimeStopsItAtALine) {
#ifdef __EMSCRIPTEN__
    GTEST_SKIP() << "there are no threads here";
#endif
    std::atomic<bool> cancel{false};
    Settings settings;
    settings.cancel = &cancel;
    std::thread timer{[&] {
        std::this_thread::sleep_for(std::chrono::milliseconds{100});
        cancel = true;
    }};
    const HostRecord record =
        run_text(kernel + "int main() {\n" + launch +
                     "unsigned a = 1;\nwhile (a != 0) {\na += 2; }\nreturn 0; }\n",
                 settings);
    timer.join();
    EXPECT_EQ(record.launches.size(), 1U);
    ASSERT_TRUE(record.stopped);
    EXPECT_TRUE(record.stopped->message.empty());
    EXPECT_EQ(record.stopped->place.line, 5U);
}

TEST(StoppedMain, ALoopThatNeverEndsIsToldBefore) {
    const HostRecord record = run_text(kernel + "int main() {\n" + launch +
                                       "int a = 0;\nwhile (a == 0) {\n}\nreturn 0; }\n");
    ASSERT_EQ(record.diagnostics.size(), 1U);
    EXPECT_EQ(record.diagnostics[0].kind, Diagnostic::Kind::endless);
    EXPECT_EQ(record.diagnostics[0].message,
              "main runs around this loop without end: nothing in it brings its end nearer");
}

}  // namespace stopped_main_test
}  // namespace stridescope::machine
