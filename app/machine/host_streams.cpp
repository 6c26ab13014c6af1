#include "app/machine/host_streams.h"

#include <fmt/format.h>

#include "app/machine/context.h"

namespace stridescope::machine {
namespace {

/// No stream that a text made has such a number.
StreamOrder::Stream stream_of_node(std::uint64_t graph, std::uint64_t node) {
    return (graph + (std::uint64_t{1} << 32)) << 20 | node;
}

constexpr std::string_view allocates = "cudaMallocAsync";
constexpr std::string_view function = "the stream's function of the host";

/// What the one that was there before has done to memory.
std::string_view done_by(const StreamOrder::Conflict& found) {
    if (found.past == allocates) return "allocated";
    return found.past_writes ? "written" : "read";
}

}  // namespace

StreamOrder::Stream HostStreams::stream_of(const language::Call& call, const Values& v) const {
    if (node_) return *node_;
    return call.has_stream ? v.back() : 0;
}

void HostStreams::enter_node(std::uint64_t graph, std::uint64_t node,
                             std::span<const std::uint64_t> after) {
    std::vector<StreamOrder::Stream> before;
    for (const std::uint64_t each : after) before.push_back(stream_of_node(graph, each));
    node_ = stream_of_node(graph, node);
    order_.begin_node(*node_, before);
}

std::uint64_t HostStreams::create(const Values& v) {
    constexpr std::uint64_t non_blocking = 1;
    return order_.create(v.size() < 2 || (v[1] & non_blocking) == 0);
}

bool HostStreams::call(const language::Call& call, const Values& v) {
    if (call.text == "__host_function_end") {
        in_function_ = false;
        look_what_is_pending();
    }
    if (!order_.active() || v.empty()) return true;
    bool is_over = true;
    if (call.text == "__host_function_begin") begin_function(call, v);
    if (call.text == "__event_record") order_.record(v[0], v[1]);
    if (call.text == "__allocated_async") note_allocation(call, v);
    if (call.text == "cudaStreamWaitEvent" && v.size() > 1) order_.wait(v[0], v[1]);
    if (call.text == "cudaEventSynchronize") order_.join_event(v[0]);
    if (call.text == "cudaStreamQuery") is_over = order_.ask(v[0]);
    if (call.text == "cudaEventQuery") is_over = order_.ask_event(v[0]);
    look_what_is_pending();
    return is_over;
}

void HostStreams::synchronize(const language::Call& call, const Values& v) {
    if (call.text != "cudaStreamSynchronize" || v.empty()) {
        join_all();
    } else if (order_.active()) {
        order_.join(v[0]);
        look_what_is_pending();
    }
}

void HostStreams::join_all() {
    if (!order_.active()) return;
    order_.join_all();
    look_what_is_pending();
}

void HostStreams::look_what_is_pending() {
    for (std::size_t i = 0; i < memory_.size(); ++i) {
        Allocation& a = memory_[i];
        if (is_shared(a) || (had_function_ && a.reach == Reach::host))
            a.written->set_pending(!a.freed && (in_function_ || order_.is_pending(a.address)));
    }
    memory_.look_anew();
}

/// Whether both main and the device reach it.
bool HostStreams::is_shared(const Allocation& a) {
    const bool is_of_device = a.variable != nullptr && !a.variable->is_managed;
    return (a.reach == Reach::both && !is_of_device) || a.is_pinned;
}

void HostStreams::begin_function(const language::Call& call, const Values& v) {
    in_function_ = had_function_ = true;
    order_.begin(v[0], std::string{function}, call.place, true);
}

std::optional<std::string> HostStreams::reached_by_function(const Allocation& a,
                                                            std::uint64_t address,
                                                            std::uint32_t width, bool writes) {
    if (!is_shared(a)) {
        if (writes) order_.note_write(address, width);
        return std::nullopt;
    }
    const auto found = order_.access(address, width, writes);
    if (!found) return std::nullopt;
    return fmt::format(
        "{} {} {}, and {} (line {}), in another stream, may not have {} it yet: an event "
        "(cudaStreamWaitEvent) or a synchronisation belongs between",
        function, writes ? "writes" : "reads", name_of(*found, width), found->past,
        found->past_place.line, done_by(*found));
}

/// An element of memory, as the kernel that had it last calls it. Where main reaches so many bytes
/// and a number has others, it is no element of that array, but a struct's member beside it.
std::string HostStreams::name_of(const StreamOrder::Conflict& where, std::uint32_t reached) const {
    const auto named = names_.find(where.number);
    if (named == names_.end()) return "memory";
    const auto& [name, bytes, is_number] = named->second;
    if (is_number && reached != 0 && reached != bytes) return "memory";
    if (bytes == 0) return name;
    return fmt::format("{}[{}]", name, where.word * 4 / bytes);
}

void HostStreams::tell(const std::optional<StreamOrder::Conflict>& found, std::string_view what,
                       language::Place place, std::vector<Diagnostic>& told,
                       std::string_view does) const {
    if (!found) return;
    if (does.empty()) does = found->writes ? "writes" : "reads";
    Diagnostic d;
    d.kind = Diagnostic::Kind::unordered;
    d.place = place;
    d.message = fmt::format(
        "{} {} {}, and {} (line {}), in another {}, may not have {} it yet: {} belongs between",
        what, does, name_of(*found), found->past, found->past_place.line,
        node_ ? "node of the graph" : "stream", done_by(*found),
        node_ ? "a dependency of the nodes"
              : "an event (cudaStreamWaitEvent) or a synchronisation");
    add_diagnostic(told, d);
}

void HostStreams::note_copy(const language::Call& call, const Values& v, std::uint64_t to,
                            std::uint64_t from, std::uint64_t bytes,
                            std::vector<Diagnostic>& told) {
    if (!order_.active()) return;
    order_.begin(stream_of(call, v), std::string{call.text}, call.place);
    bool main_waits = !call.has_stream && !node_, on_device = true;
    std::optional<StreamOrder::Conflict> found;
    const auto touch = [&](std::uint64_t address, bool writes) {
        const Allocation* a = memory_.find(address);
        if (a == nullptr) return;
        on_device &= a->reach == Reach::device;
        if (a->reach == Reach::host && !a->is_pinned) {
            // To memory of main's that is not pinned a copy is there when the call returns.
            main_waits |= writes && !node_;
            return;
        }
        const auto first = order_.access(address, bytes, writes);
        if (!found) found = first;
    };
    if (from != 0) touch(from, false);
    touch(to, true);
    tell(found, call.text, call.place, told);
    if (main_waits && !on_device) order_.join(stream_of(call, v));
    look_what_is_pending();
}

/// Before that no other stream may use it.
void HostStreams::note_allocation(const language::Call& call, const Values& v) {
    const Allocation* const a = memory_.find(v[0]);
    if (a == nullptr || a->address != v[0] || v.size() < 2) return;
    order_.begin(v[1], std::string{allocates}, call.place);
    order_.access(a->address, a->bytes, true);
}

void HostStreams::note_free(const language::Call& call, const Values& v,
                            std::vector<Diagnostic>& told) {
    if (!order_.active() || v.size() < 2) return;
    const Allocation* const a = memory_.find(v[0]);
    if (a == nullptr || a->address != v[0]) return;
    order_.begin(v[1], std::string{call.text}, call.place);
    tell(order_.access(a->address, a->bytes, true), call.text, call.place, told, "frees");
    look_what_is_pending();
}

void HostStreams::begin_kernel(const language::Call& call, const Values& v) {
    if (order_.active())
        order_.begin(stream_of(call, v), std::string{call.kernel->name}, call.place);
}

void HostStreams::note_kernel(const language::Call& call, const language::Program& program,
                              std::vector<Diagnostic>& told) {
    if (!order_.active()) return;
    for (const language::Object& object : program.objects) {
        const bool has_address =
            object.space == language::Space::global || object.space == language::Space::constant;
        if (!has_address || object.element->size == 0) continue;
        const bool is_array = object.variable == nullptr || object.variable->type->is_array();
        names_[object.address >> language::addresses::shift] = {
            object.name, is_array ? object.element->size : 0,
            is_array && !object.element->is_struct()};
    }
    tell(order_.access(touched_), call.kernel->name, call.place, told);
    look_what_is_pending();
}

std::optional<std::string> HostStreams::too_early(std::uint64_t address, std::uint32_t width,
                                                  bool writes, bool asks) {
    if (had_function_) {
        const Allocation* const a = memory_.find(address);
        if (a == nullptr) return std::nullopt;
        if (in_function_) return reached_by_function(*a, address, width, writes);
        if (!writes && (asks || !is_shared(*a))) {
            order_.see(address, width);
            look_what_is_pending();
        }
        if (!is_shared(*a)) return std::nullopt;
    }
    const auto found = order_.reach(address, width, writes);
    if (!found) return std::nullopt;
    return fmt::format(
        "main {} {}, and {} (line {}) may not have {} it yet: cudaDeviceSynchronize(), or what "
        "else "
        "waits for that, belongs before",
        writes ? "writes" : "reads", name_of(*found, width), found->past, found->past_place.line,
        done_by(*found));
}

}  // namespace stridescope::machine
