#include "app/engine/nvrtc/driver.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "app/engine/nvrtc/shared_library.h"
#include "app/io/errors.h"
#include "app/io/printable.h"

namespace stridescope::nvrtc {
namespace {

struct ContextTag;
using Context = ContextTag*;
using ModuleHandle = struct ModuleTag*;
using EventHandle = struct EventTag*;
using StreamHandle = struct StreamTag*;

// As cuda.h has them.
constexpr int success = 0, out_of_memory = 2, no_device = 100;
constexpr int attribute_multiprocessors = 16, attribute_major = 75, attribute_minor = 76,
              attribute_shared_optin = 97, attribute_reserved_shared = 111;
constexpr int function_static_shared = 1, function_registers = 4, function_dynamic_shared = 8;

/// CUlaunchAttribute and CUlaunchConfig.
struct LaunchAttribute {
    int id = 0;
    alignas(8) std::array<int, 16> value{};
};
struct LaunchConfig {
    std::array<unsigned, 3> grid{}, block{};
    unsigned dynamic_shared = 0;
    StreamHandle stream = nullptr;
    LaunchAttribute* attributes = nullptr;
    unsigned attribute_count = 0;
};
// A page's pointers have 32 bits, and no driver.
static_assert(sizeof(void*) == 4 || (sizeof(LaunchAttribute) == 72 && sizeof(LaunchConfig) == 56));
constexpr int programmatic_serialization = 6;
constexpr int first_to_begin_early = 90;  ///< the compute capability from which on that works

/// What we use of the driver, as its header declares it.
struct Driver {
    SharedLibrary library{{"libcuda.so.1", "libcuda.so"}};
    int (*init)(unsigned) = nullptr;
    int (*device_count)(int*) = nullptr;
    int (*device)(int*, int) = nullptr;
    int (*device_name)(char*, int, int) = nullptr;
    int (*device_attribute)(int*, int, int) = nullptr;
    int (*retain_context)(Context*, int) = nullptr;
    int (*set_context)(Context) = nullptr;
    int (*synchronize)() = nullptr;
    int (*memory_info)(std::size_t*, std::size_t*) = nullptr;
    int (*allocate)(unsigned long long*, std::size_t) = nullptr;
    int (*allocate_managed)(unsigned long long*, std::size_t, unsigned) = nullptr;
    int (*free)(unsigned long long) = nullptr;
    int (*to_device)(unsigned long long, const void*, std::size_t) = nullptr;
    int (*from_device)(void*, unsigned long long, std::size_t) = nullptr;
    int (*on_device)(unsigned long long, unsigned long long, std::size_t, StreamHandle) = nullptr;
    int (*fill)(unsigned long long, unsigned char, std::size_t) = nullptr;
    int (*load)(ModuleHandle*, const void*) = nullptr;
    int (*unload)(ModuleHandle) = nullptr;
    int (*function)(Module::Kernel*, ModuleHandle, const char*) = nullptr;
    int (*global)(unsigned long long*, std::size_t*, ModuleHandle, const char*) = nullptr;
    int (*get_attribute)(int*, int, Module::Kernel) = nullptr;
    int (*set_attribute)(Module::Kernel, int, int) = nullptr;
    int (*occupancy)(int*, Module::Kernel, int, std::size_t) = nullptr;
    int (*launch)(Module::Kernel, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                  unsigned, StreamHandle, void**, void**) = nullptr;
    int (*launch_with)(const LaunchConfig*, Module::Kernel, void**, void**) = nullptr;
    int (*priorities)(int*, int*) = nullptr;
    int (*create_stream)(StreamHandle*, unsigned, int) = nullptr;
    int (*wait_for_event)(StreamHandle, EventHandle, unsigned) = nullptr;
    int (*create_event)(EventHandle*, unsigned) = nullptr;
    int (*record_event)(EventHandle, StreamHandle) = nullptr;
    int (*elapsed)(float*, EventHandle, EventHandle) = nullptr;
    int (*destroy_event)(EventHandle) = nullptr;
    int (*error_text)(int, const char**) = nullptr;
    Context context = nullptr;
    // Once something was started beside all else:
    StreamHandle side = nullptr;
    EventHandle before = nullptr, after = nullptr;
    Gpu gpu{};
    std::string why_not{};

    Driver() { why_not = look_around(); }

    bool find_all() {
        return library.find("cuInit", init) && library.find("cuDeviceGetCount", device_count) &&
               library.find("cuDeviceGet", device) &&
               library.find("cuDeviceGetName", device_name) &&
               library.find("cuDeviceGetAttribute", device_attribute) &&
               library.find("cuDevicePrimaryCtxRetain", retain_context) &&
               library.find("cuCtxSetCurrent", set_context) &&
               library.find("cuCtxSynchronize", synchronize) &&
               library.find("cuMemGetInfo_v2", memory_info) &&
               library.find("cuMemAlloc_v2", allocate) && library.find("cuMemFree_v2", free) &&
               library.find("cuMemAllocManaged", allocate_managed) &&
               library.find("cuMemcpyHtoD_v2", to_device) &&
               library.find("cuMemcpyDtoH_v2", from_device) &&
               library.find("cuMemcpyDtoDAsync_v2", on_device) &&
               library.find("cuMemsetD8_v2", fill) && library.find("cuModuleLoadData", load) &&
               library.find("cuModuleUnload", unload) &&
               library.find("cuModuleGetFunction", function) &&
               library.find("cuModuleGetGlobal_v2", global) &&
               library.find("cuFuncGetAttribute", get_attribute) &&
               library.find("cuFuncSetAttribute", set_attribute) &&
               library.find("cuOccupancyMaxActiveBlocksPerMultiprocessor", occupancy) &&
               library.find("cuLaunchKernel", launch) &&
               library.find("cuCtxGetStreamPriorityRange", priorities) &&
               library.find("cuStreamCreateWithPriority", create_stream) &&
               library.find("cuStreamWaitEvent", wait_for_event) &&
               library.find("cuEventCreate", create_event) &&
               library.find("cuEventRecord", record_event) &&
               library.find("cuEventElapsedTime", elapsed) &&
               library.find("cuEventDestroy_v2", destroy_event) &&
               library.find("cuGetErrorString", error_text);
    }

    int attribute(int which) const {
        int value = 0;
        return device_attribute(&value, which, 0) == success ? value : 0;
    }

    std::string look_around() {
        if (!SharedLibrary::is_possible())
            return "A page in a browser cannot use CUDA: for a GPU, run StrideScope itself.";
        if (!library.is_loaded())
            return "There is no NVIDIA driver on this machine: install one, or use --engine cpu.";
        if (!find_all())
            return "The NVIDIA driver of this machine is too old: install a newer one, or use "
                   "--engine cpu.";
        int result = init(0);
        int devices = 0, first = 0;
        if (result == success) result = device_count(&devices);
        if (result == no_device || (result == success && devices == 0))
            return "The NVIDIA driver finds no GPU: use --engine cpu.";
        if (result == success) result = device(&first, 0);
        if (result == success) result = retain_context(&context, first);
        if (result != success) {
            return fmt::format(
                "The NVIDIA driver cannot use its GPU ({}): restart it, or use "
                "--engine cpu.",
                words(result));
        }
        std::string name(256, '\0');
        if (device_name(name.data(), static_cast<int>(name.size()), first) == success)
            gpu.name = printable(name.substr(0, name.find('\0')));
        gpu.capability = attribute(attribute_major) * 10 + attribute(attribute_minor);
        gpu.multiprocessors = attribute(attribute_multiprocessors);
        gpu.shared_bytes = attribute(attribute_shared_optin);
        gpu.reserved_shared = attribute(attribute_reserved_shared);
        if (gpu.capability >= first_to_begin_early) library.find("cuLaunchKernelEx", launch_with);
        return {};
    }

    std::string words(int result) const {
        const char* text = nullptr;
        if (error_text == nullptr || error_text(result, &text) != success || text == nullptr)
            return fmt::format("error {}", result);
        return printable(text);
    }
};

Driver& driver() {
    static Driver loaded;
    return loaded;
}

void check(int result, std::string_view doing) {
    if (result == success) return;
    throw RunError(fmt::format("The GPU failed while {}: {}.", doing, driver().words(result)));
}

}  // namespace

std::string why_no_gpu() {
    return driver().why_not;
}

const Gpu& gpu() {
    return driver().gpu;
}

void use_gpu() {
    if (const std::string why = why_no_gpu(); !why.empty()) throw RunError(why);
    check(driver().set_context(driver().context), "it was taken into use");
}

std::uint64_t free_memory() {
    std::size_t available = 0, total = 0;
    check(driver().memory_info(&available, &total), "it was asked for its memory");
    return available;
}

void wait(const std::string& doing) {
    check(driver().synchronize(), doing);
}

DeviceMemory::DeviceMemory(std::uint64_t bytes) : bytes_{bytes} {
    // Something to point to, also of nothing.
    unsigned long long address = 0;
    const int result = driver().allocate(&address, std::max<std::uint64_t>(256, bytes));
    if (result == out_of_memory) {
        throw RunError(
            fmt::format("The GPU has not {} bytes of memory left: record fewer blocks "
                        "(--blocks first:1), or use a smaller input.",
                        bytes));
    }
    check(result, "memory was allocated");
    address_ = address;
}

DeviceMemory DeviceMemory::managed(std::uint64_t bytes) {
    constexpr unsigned reached_by_all = 1;
    unsigned long long address = 0;
    check(driver().allocate_managed(&address, std::max<std::uint64_t>(1, bytes), reached_by_all),
          "managed memory was allocated");
    DeviceMemory made;
    made.address_ = address;
    made.bytes_ = bytes;
    return made;
}

DeviceMemory::~DeviceMemory() {
    if (address_ != 0) driver().free(address_);
}

void copy_to_device(std::uint64_t to, std::span<const std::byte> from) {
    if (!from.empty())
        check(driver().to_device(to, from.data(), from.size()), "numbers were copied to it");
}

void copy_from_device(std::span<std::byte> to, std::uint64_t from) {
    if (!to.empty())
        check(driver().from_device(to.data(), from, to.size()), "numbers were copied from it");
}

void copy_on_device(std::uint64_t to, std::uint64_t from, std::uint64_t bytes) {
    if (bytes > 0) check(driver().on_device(to, from, bytes, nullptr), "numbers were copied in it");
}

void fill_with_zeros(std::uint64_t address, std::uint64_t bytes) {
    if (bytes > 0) check(driver().fill(address, 0, bytes), "memory was cleared");
}

Module::Module(std::span<const std::byte> code) {
    check(driver().load(&module_, code.data()), "code was loaded");
}

Module::~Module() {
    if (module_ != nullptr) driver().unload(module_);
}

Module::Kernel Module::kernel(const std::string& name) const {
    Kernel found = nullptr;
    check(driver().function(&found, module_, name.c_str()), "a kernel was looked for");
    return found;
}

Module::Global Module::global(const std::string& name) const {
    unsigned long long address = 0;
    std::size_t bytes = 0;
    if (driver().global(&address, &bytes, module_, name.c_str()) != success) return {};
    return {address, bytes};
}

int resident_blocks(const KernelLaunch& launch) {
    const auto& b = launch.block;
    int blocks = 0;
    check(driver().set_attribute(launch.kernel, function_dynamic_shared,
                                 static_cast<int>(launch.dynamic_shared)),
          "it was asked for its room");
    check(driver().occupancy(&blocks, launch.kernel, static_cast<int>(b[0] * b[1] * b[2]),
                             launch.dynamic_shared),
          "it was asked for its room");
    return blocks;
}

int registers_of(Module::Kernel kernel) {
    int registers = 0;
    check(driver().get_attribute(&registers, function_registers, kernel),
          "it was asked for its room");
    return registers;
}

int static_shared_of(Module::Kernel kernel) {
    int bytes = 0;
    check(driver().get_attribute(&bytes, function_static_shared, kernel),
          "it was asked for its room");
    return bytes;
}

namespace {

/// `early`: it may begin once all blocks of what was started before let it.
void start_in(StreamHandle stream, const KernelLaunch& launch, const std::string& doing,
              bool early = false) {
    std::vector<void*> arguments;
    for (const auto& argument : launch.arguments)
        arguments.push_back(const_cast<std::byte*>(argument.data()));
    check(driver().set_attribute(launch.kernel, function_dynamic_shared,
                                 static_cast<int>(launch.dynamic_shared)),
          doing);
    const auto& g = launch.grid;
    const auto& b = launch.block;
    const auto shared = static_cast<unsigned>(launch.dynamic_shared);
    if (early) {
        LaunchAttribute attribute{.id = programmatic_serialization, .value = {1}};
        const LaunchConfig config{.grid = g,
                                  .block = b,
                                  .dynamic_shared = shared,
                                  .stream = stream,
                                  .attributes = &attribute,
                                  .attribute_count = 1};
        check(driver().launch_with(&config, launch.kernel, arguments.data(), nullptr), doing);
        return;
    }
    check(driver().launch(launch.kernel, g[0], g[1], g[2], b[0], b[1], b[2], shared, stream,
                          arguments.data(), nullptr),
          doing);
}

}  // namespace

void start(const KernelLaunch& launch, const std::string& doing) {
    start_in(nullptr, launch, doing);
}

void start_both(const KernelLaunch& first, const KernelLaunch& rest, const std::string& doing) {
    Driver& gpu = driver();
    if (gpu.launch_with != nullptr) {  // dearer events are not needed then
        start_in(nullptr, first, doing);
        return start_in(nullptr, rest, doing, true);
    }
    if (gpu.side == nullptr) {
        constexpr unsigned not_blocking = 1, not_timed = 2;
        int least = 0, greatest = 0;
        check(gpu.priorities(&least, &greatest), doing);
        check(gpu.create_event(&gpu.before, not_timed), doing);
        check(gpu.create_event(&gpu.after, not_timed), doing);
        check(gpu.create_stream(&gpu.side, not_blocking, greatest), doing);
    }
    check(gpu.record_event(gpu.before, nullptr), doing);
    start_in(nullptr, rest, doing);
    check(gpu.wait_for_event(gpu.side, gpu.before, 0), doing);
    start_in(gpu.side, first, doing);
    check(gpu.record_event(gpu.after, gpu.side), doing);
    check(gpu.wait_for_event(nullptr, gpu.after, 0), doing);
}

Moment::Moment() {
    check(driver().create_event(&event_, 0), "time was taken");
}

Moment::~Moment() {
    if (event_ != nullptr) driver().destroy_event(event_);
}

void Moment::record() {
    check(driver().record_event(event_, nullptr), "time was taken");
}

double Moment::since(const Moment& before) const {
    float milliseconds = 0;
    check(driver().elapsed(&milliseconds, before.event_, event_), "time was taken");
    return static_cast<double>(milliseconds);
}

}  // namespace stridescope::nvrtc
