// Atomics of each type do what CUDA's description of them says, one lane after the other: wherever
// the address points, and among blocks that see each other's.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "tests/machine/run_text.h"

namespace stridescope::machine {
namespace atomics_test {

/// What the CUDA C++ Programming Guide says is stored.
template <typename T>
T described(std::string_view name, T old, T value, T compared) {
    if (name == "Exch") return value;
    if constexpr (std::is_integral_v<T>) {
        using U = std::make_unsigned_t<T>;
        const U a = static_cast<U>(old), b = static_cast<U>(value);
        if (name == "Add") return static_cast<T>(a + b);
        if (name == "Sub") return static_cast<T>(a - b);
        if (name == "Min") return std::min(old, value);
        if (name == "Max") return std::max(old, value);
        if (name == "And") return static_cast<T>(a & b);
        if (name == "Or") return static_cast<T>(a | b);
        if (name == "Xor") return static_cast<T>(a ^ b);
        if (name == "Inc") return old >= value ? T{0} : static_cast<T>(old + 1);
        if (name == "Dec") return old == 0 || old > value ? value : static_cast<T>(old - 1);
        if (name == "CAS") return old == compared ? value : old;
    } else {
        if (name == "Add") return old + value;
    }
    ADD_FAILURE() << name;
    return old;
}

/// Two of three lanes, at some of eight elements: of an array in global memory, of one in shared
/// memory, or, by a pointer, of either.
constexpr const char* text = R"(
__global__ void k(T *data, const int *where, const T *value, const T *compared, T *old) {
    __shared__ T mine[8];
    int t = threadIdx.x;
    if (t < 8) mine[t] = data[8 + t];
    __syncwarp();
    T *at = PLACE;
    if (t % 3 != 1) old[t] = CALL;
    __syncwarp();
    if (t < 8) data[8 + t] = mine[t];
}
)";

template <typename T>
void expect_as_described(const std::string& type, const std::vector<std::string>& names) {
    std::mt19937 random{7};
    for (const std::string& name : names) {
        for (const std::string place :
             {"&data[where[t]]", "&mine[where[t]]", "t & 1 ? &data[where[t]] : &mine[where[t]]"}) {
            const std::string call =
                "atomic" + name + "(at, " + (name == "CAS" ? "compared[t], " : "") + "value[t])";
            RunText run(text, {{"T", type}, {"PLACE", place}, {"CALL", call}});
            std::vector<T> data(16), value(32), compared(32), old(32, T{77});
            std::vector<int> where(32);
            const auto any = [&] {
                // Small ones meet each other; and the ends of the type.
                const int pick = static_cast<int>(random() % 16);
                if (pick == 0) return std::numeric_limits<T>::max();
                if (pick == 1) return std::numeric_limits<T>::lowest();
                return static_cast<T>(pick - (std::is_signed_v<T> ? 8 : 2));
            };
            std::ranges::generate(data, any);
            std::ranges::generate(value, any);
            std::ranges::generate(compared, any);
            for (int& i : where) i = static_cast<int>(random() % 8);
            const std::size_t data_at = run.array("data", data);
            run.array("where", where);
            run.array("value", value);
            run.array("compared", compared);
            const std::size_t old_at = run.array("old", old);
            run.launch({1, 1, 1}, {32, 1, 1});
            run.expect_clean();
            for (std::size_t t = 0; t < 32; ++t) {
                if (t % 3 == 1) continue;
                const bool shared = place[0] == 't' ? t % 2 == 0 : place[1] == 'm';
                T& element = data[static_cast<std::size_t>(where[t]) + (shared ? 8 : 0)];
                old[t] = element;
                element = described<T>(name, element, value[t], compared[t]);
            }
            EXPECT_EQ(run.values<T>(data_at), data) << type << " atomic" << name << " " << place;
            EXPECT_EQ(run.values<T>(old_at), old) << type << " atomic" << name << " " << place;
        }
    }
}

TEST(Atomics, OfEachTypeDoWhatIsDescribed) {
    expect_as_described<int>("int",
                             {"Add", "Sub", "Exch", "Min", "Max", "And", "Or", "Xor", "CAS"});
    expect_as_described<unsigned>(
        "unsigned", {"Add", "Sub", "Exch", "Min", "Max", "And", "Or", "Xor", "CAS", "Inc", "Dec"});
    expect_as_described<unsigned long long>(
        "unsigned long long", {"Add", "Exch", "Min", "Max", "And", "Or", "Xor", "CAS"});
    expect_as_described<long long>("long long", {"Min", "Max", "And", "Or", "Xor"});
    expect_as_described<float>("float", {"Add", "Exch"});
    expect_as_described<double>("double", {"Add", "Exch"});
}

/// What all blocks together leave is the same in any order. By a pointer that each lane computes
/// the address is known only when it runs.
constexpr const char* blocks_text = R"(
__device__ unsigned arrived;
__global__ void k(T *out, const T *in, T *spare) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    T *at = POINTER ? (in[i] == in[i] ? out : spare) : out;
    CALL(at, in[i]);
    __syncthreads();
    if (threadIdx.x == 0) {
        atomicAdd(&arrived, 1u);
        while (atomicAdd(&arrived, 0u) < gridDim.x) { }
    }
}
)";

TEST(Atomics, AmongBlocksLoseNothing) {
    using T = unsigned long long;
    std::mt19937_64 random{3};
    std::vector<T> in(128);
    std::ranges::generate(in, [&] { return random() >> (random() % 64); });
    for (const std::string name : {"Add", "Min", "Max", "And", "Or", "Xor"}) {
        const T first = name == "Min" || name == "And" ? ~T{0} : 0;
        T expected = first;
        for (const T value : in) expected = described<T>(name, expected, value, 0);
        for (const char* pointer : {"0", "1"}) {
            for (const MemoryOrder memory : {MemoryOrder::immediate, MemoryOrder::weak}) {
                RunText run(
                    blocks_text,
                    {{"T", "unsigned long long"}, {"POINTER", pointer}, {"CALL", "atomic" + name}});
                const std::size_t out = run.array("out", std::vector<T>{first});
                run.array("in", in);
                run.array("spare", std::vector<T>(1));
                run.settings.memory = memory;
                run.settings.resident = 4;
                run.launch({4, 1, 1}, {32, 1, 1});
                run.expect_clean();
                EXPECT_TRUE(run.record.complete);
                EXPECT_EQ(run.values<T>(out)[0], expected) << name << pointer;
            }
        }
    }
}

}  // namespace atomics_test
}  // namespace stridescope::machine
