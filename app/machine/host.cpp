// A host's main: the same machine with one lane, and what cudaMalloc and its like do.
#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <map>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "app/language/cuda_names.h"
#include "app/machine/child_launches.h"
#include "app/machine/graphs.h"
#include "app/machine/host_library.h"
#include "app/machine/host_streams.h"
#include "app/machine/machine.h"
#include "app/machine/native_loops.h"
#include "app/machine/pages.h"
#include "app/machine/print.h"
#include "app/machine/repeats.h"
#include "app/machine/resident_blocks.h"

namespace stridescope::machine {
namespace {

namespace errors = language::cuda_errors;
using language::Builtin;
using language::Operand;

std::uint64_t bits_of(const Operand& o, const std::byte* frame) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, frame + o.slot, language::is_wide(o.kind) ? 8 : 4);
    if (o.kind == language::Kind::i32)
        bits =
            static_cast<std::uint64_t>(static_cast<std::int64_t>(static_cast<std::int32_t>(bits)));
    return bits;
}

/// The numbers of rand() as glibc gives them: sums of its own, 3 and 31 numbers ago.
class Random {
  public:
    Random() { seed(1); }

    void seed(std::uint32_t number) {
        constexpr std::int64_t factor = 16807, modulus = 2147483647;
        auto word = static_cast<std::int64_t>(static_cast<std::int32_t>(number == 0 ? 1 : number));
        for (std::uint32_t& each : words_) {
            each = static_cast<std::uint32_t>(word);
            word = word * factor % modulus;
            if (word < 0) word += modulus;
        }
        at_ = 3;
        constexpr int passed_over = 310;
        for (int i = 0; i < passed_over; ++i) next();
    }

    std::uint32_t next() {
        constexpr std::size_t lag = 28;
        std::uint32_t& word = words_[at_];
        word += words_[(at_ + lag) % words_.size()];
        at_ = (at_ + 1) % words_.size();
        return word >> 1;
    }

  private:
    std::array<std::uint32_t, 31> words_{};
    std::size_t at_ = 0;
};

/// What is wrong with a pointer, by the name that the text calls.
std::string no_array(const language::Call& call, std::uint64_t address) {
    return fmt::format("{} is given {}",
                       call.text == "__file_open"   ? "fopen"
                       : call.text == "__length_of" ? "a std::string"
                                                    : call.text,
                       address < 4096 ? "a null pointer" : "a pointer into no array");
}

class Host : public HostCalls {
  public:
    Host(language::Unit& unit, GlobalMemory& memory, const Settings& settings,
         const Launcher& launcher, HostRecord& record)
        : unit_(unit),
          memory_(memory),
          settings_(settings),
          launcher_(launcher),
          record_(record),
          streams_(memory),
          library_(settings.read_file, settings.standard_input, most_file_bytes) {
        for (std::size_t i = 0; i < memory.size(); ++i) {
            if (memory[i].variable != nullptr && memory[i].variable->is_managed)
                streams_.activate();
        }
    }

    /// What was written into files, which nobody sees but this run.
    std::vector<std::string> written() const { return library_.written(); }
    const std::vector<std::string>& windows() const { return library_.windows(); }
    const std::string& guessed() const { return library_.guessed(); }
    bool asked_input() const { return library_.asked_input(); }
    /// Whether exit() was called since this was asked last.
    bool has_exited() { return std::exchange(has_exited_, false); }
    /// Launches that need not run.
    std::uint64_t repeated() const { return repeats_.count(); }

    std::uint64_t call(const language::Call& call, const std::byte* frame,
                       Context& context) override {
        // Nothing is called as often, and it asks for nothing.
        if (call.builtin == Builtin::rand_ && !graphs_.is_capturing()) return random_.next();
        if (context.cancelled()) {
            stop({call.place, {}}, context);
            return 0;
        }
        std::vector<std::uint64_t> v;
        for (const Operand& o : call.operands)
            v.push_back(o.form == Operand::Form::text ? 0 : bits_of(o, frame));
        if (graphs_.is_capturing()) {
            if (call.builtin == Builtin::cuda_free) return 0;  // when the graph runs
            if (call.text == "__event_record" || call.text == "cudaStreamWaitEvent")
                graphs_.keep_order({&call, v});
            if (is_captured(call)) {
                graphs_.keep({&call, std::move(v)});
                return 0;
            }
        }
        if (call.kernel != nullptr && call.builtin == Builtin::none) {
            launch(call, v, context);
            return 0;
        }
        if (is_cuda(call)) return status_ = cuda_call(call, v, context);
        switch (call.builtin) {
            case Builtin::cuda_malloc: return allocate(v[0], Reach::device, call, context);
            case Builtin::cuda_malloc_managed: return allocate(v[0], Reach::both, call, context);
            case Builtin::cuda_status: return status_;
            case Builtin::cuda_get_last_error: {
                const std::uint64_t last = last_error_;
                if (call.text != "cudaPeekAtLastError") last_error_ = lost_;
                return last;
            }
            case Builtin::cuda_error_string: return error_text(call, v[0]);
            case Builtin::malloc_: return allocate(v[0], Reach::host, call, context);
            case Builtin::calloc_: return allocate(v[0] * v[1], Reach::host, call, context);
            case Builtin::free_:
                if (v[0] != 0 && reached(v[0], 0, call, context)) memory_.free(v[0]);
                return 0;
            case Builtin::memcpy_: copy(v[0], v[1], v[2], call, context); return v[0];
            case Builtin::memset_:
                if (std::byte* to = at(v[0], v[2], call, context))
                    fill(to, static_cast<std::uint8_t>(v[1]), v[2]);
                return v[0];
            case Builtin::rand_: return random_.next();  // while a graph is made
            case Builtin::srand_: random_.seed(static_cast<std::uint32_t>(v[0])); return 0;
            case Builtin::cout: {
                Reaching reach{*this, call, context};
                library_.put(v[0], *context.program, call, frame, memory_, reach);
                return 0;
            }
            case Builtin::native: {
                // A graph's function of the host is called by main, behind all that came before.
                if (call.text == "__graph_data") streams_.join_all();
                if (const auto done = graphs_.native(call.text, v)) return *done;
                if (call.text == "__cuda_refused") {
                    refuse(call, context, errors::invalid_value, text(call, 0, v, context));
                    return status_;
                }
                if (call.text == "__not_captured") {
                    if (graphs_.is_capturing())
                        stop({call.place, text(call, 0, v, context)}, context);
                    return 0;
                }
                // Whether it waits for the device differs from function to function.
                if (call.text.starts_with("__cu")) streams_.join_all();
                Reaching reach{*this, call, context};
                return library_.native(call.text, v, reach);
            }
            case Builtin::file_print: return print_to_file(call, v, frame, context);
            case Builtin::scan: return scan(call, v, context);
            case Builtin::printf: {
                const std::string text = printed(*context.program, call, frame, 0, memory_);
                if (context.output.size() <= most_output) context.output += text;
                return text.size();
            }
            case Builtin::exit_:
            case Builtin::leave_:
                has_exited_ = call.builtin == Builtin::exit_;
                record_.result = static_cast<int>(v[0]);
                context.warp->stop = Stop::aborted;
                return 0;
            case Builtin::strlen_: return text(call, 0, v, context).size();
            case Builtin::strcmp_: {
                const std::string a = text(call, 0, v, context), b = text(call, 1, v, context);
                const std::size_t most = v.size() > 2 ? v[2] : std::string::npos;
                return static_cast<std::uint64_t>(a.compare(0, most, b, 0, most));
            }
            case Builtin::strcpy_: {
                const std::string from = text(call, 1, v, context);
                if (std::byte* to = at(v[0], from.size() + 1, call, context))
                    std::memcpy(to, from.c_str(), from.size() + 1);
                return v[0];
            }
            case Builtin::atoi_:
                return static_cast<std::uint64_t>(
                    std::strtoll(text(call, 0, v, context).c_str(), nullptr, 10));
            case Builtin::atof_:
                return std::bit_cast<std::uint64_t>(
                    std::strtod(text(call, 0, v, context).c_str(), nullptr));
            case Builtin::graph_run: return run_node(v, call, context);
            case Builtin::cuda_devices:
                record_.asked_devices = true;
                return static_cast<std::uint64_t>(settings_.devices);
            case Builtin::cuda_multiprocessors:
                record_.asked_multiprocessors = true;
                return settings_.told_multiprocessors > 0 ? settings_.told_multiprocessors
                                                          : settings_.multiprocessors;
            case Builtin::cuda_device: return device_;
            case Builtin::next_cluster:
                for (std::size_t i = 0; i < 3; ++i)
                    next_cluster_[i] = static_cast<std::uint32_t>(v[i]);
                return 0;
            case Builtin::host_seconds:
                ++record_.asked_seconds;
                return std::bit_cast<std::uint64_t>(seconds());
            case Builtin::snprintf_: return print_into(call, v, frame, context);
            case Builtin::stop: stop({call.place, std::string{call.text}}, context); return 0;
            case Builtin::cuda_ignored: return 0;
            case Builtin::cuda_stream:
                if (call.text.starts_with("cudaStreamCreate")) {
                    const std::uint64_t made = streams_.create(v);
                    if (std::byte* to = at(v[0], sizeof made, call, context))
                        std::memcpy(to, &made, sizeof made);
                } else if (!streams_.call(call, v)) {
                    return errors::not_ready;
                }
                return 0;
            default: return 0;
        }
    }

    std::optional<std::string> too_early(std::uint64_t address, std::uint32_t width, bool writes,
                                         bool asks) override {
        return streams_.too_early(address, width, writes, asks);
    }

  private:
    /// What a function of the library reaches, for one call.
    class Reaching : public HostReach {
      public:
        Reaching(Host& host, const language::Call& call, Context& context)
            : host_(host), call_(call), context_(context) {}
        std::byte* to_write(std::uint64_t address, std::uint64_t bytes) override {
            return host_.at(address, bytes, call_, context_);
        }
        const std::byte* to_read(std::uint64_t address, std::uint64_t bytes) override {
            const Allocation* a = host_.reached(address, bytes, call_, context_);
            return a != nullptr ? a->data + (address - a->address) : nullptr;
        }
        std::optional<std::string> text(std::uint64_t address) override {
            std::optional<std::string> found =
                text_at(*context_.program, {}, address, host_.memory_);
            if (!found) host_.fault(call_, context_, no_array(call_, address));
            return found;
        }
        std::uint64_t keep(std::string_view text) override {
            const std::uint64_t address =
                host_.allocate(text.size() + 1, Reach::host, call_, context_);
            if (Allocation* a = host_.memory_.find(address); a != nullptr && !text.empty())
                std::memcpy(a->data, text.data(), text.size());
            return address;
        }
        int kind_of(std::uint64_t address) override {
            constexpr int unregistered = 0, host = 1, device = 2, managed = 3;
            const Allocation* a = host_.memory_.find(address);
            if (a == nullptr || a->reach == Reach::host) return unregistered;
            if (a->reach == Reach::device || a->variable != nullptr) return device;
            return a->is_pinned ? host : managed;
        }
        std::uint64_t bytes_from(std::uint64_t address) override {
            const Allocation* a = host_.memory_.find(address);
            return a != nullptr ? a->address + a->bytes - address : 0;
        }
        void print(std::string_view text) override {
            if (context_.output.size() <= most_output) context_.output += text;
        }
        bool goes_on() override { return !context_.cancelled(); }
        void stop(std::string why) override { host_.stop({call_.place, std::move(why)}, context_); }

      private:
        Host& host_;
        const language::Call& call_;
        Context& context_;
    };

    /// fprintf(file, format, …)
    std::uint64_t print_to_file(const language::Call& call, const std::vector<std::uint64_t>& v,
                                const std::byte* frame, Context& context) {
        const std::string format = text(call, 1, v, context);
        language::Call what;
        what.text = format;
        what.operands.assign(call.operands.begin() + 2, call.operands.end());
        const std::string whole = printed(*context.program, what, frame, 0, memory_);
        Reaching reach{*this, call, context};
        return library_.print(v[0], whole, reach) ? whole.size() : ~std::uint64_t{0};
    }

    /// fscanf(file, format, …) and sscanf(text, format, …)
    std::uint64_t scan(const language::Call& call, const std::vector<std::uint64_t>& v,
                       Context& context) {
        const std::string format = text(call, 1, v, context);
        const std::vector<std::uint64_t> to(v.begin() + 2, v.end());
        Reaching reach{*this, call, context};
        const int count = call.text == "sscanf"
                              ? HostLibrary::scan_text(text(call, 0, v, context), format, to, reach)
                              : library_.scan_file(v[0], format, to, reach);
        return static_cast<std::uint64_t>(static_cast<std::int64_t>(count));
    }

    /// What comes is not understood.
    void stop(language::Fault why, Context& context) {
        record_.stopped = std::move(why);
        context.warp->stop = Stop::aborted;
    }

    /// Tells what is wrong with memory of the host.
    static void tell(const language::Call& call, Context& context, std::string message) {
        Diagnostic d;
        d.kind = Diagnostic::Kind::bad_pointer;
        d.place = call.place;
        d.message = std::move(message);
        context.diagnostics.push_back(d);
    }

    void fault(const language::Call& call, Context& context, std::string message) {
        tell(call, context, std::move(message));
        record_.ended_at_fault = true;
        context.warp->stop = Stop::aborted;
    }

    /// Calls that return an error of CUDA, where C's have none.
    static bool is_cuda(const language::Call& call) {
        switch (call.builtin) {
            case Builtin::cuda_free:
            case Builtin::cuda_memcpy:
            case Builtin::cuda_memcpy_to_symbol:
            case Builtin::cuda_memcpy_from_symbol:
            case Builtin::cuda_memset:
            case Builtin::cuda_synchronize:
            case Builtin::cuda_set_device:
            case Builtin::cuda_function_attribute: return true;
            default: return false;
        }
    }

    std::uint64_t cuda_call(const language::Call& call, const std::vector<std::uint64_t>& v,
                            Context& context) {
        if (lost_ != errors::none) return lost_;
        status_ = errors::none;
        switch (call.builtin) {
            case Builtin::cuda_free:
                if (call.text == "cudaFreeAsync")
                    streams_.note_free(call, v, context.diagnostics);
                else
                    streams_.join_all();
                free(call, v, context);
                break;
            case Builtin::cuda_memcpy:
                if (!fits_direction(call, v, context)) break;
                copy(v[0], v[1], v[2], call, context);
                streams_.note_copy(call, v, v[0], v[1], v[2], context.diagnostics);
                break;
            case Builtin::cuda_memcpy_to_symbol:
                copy(v[0] + v[3], v[1], v[2], call, context);
                streams_.note_copy(call, v, v[0] + v[3], v[1], v[2], context.diagnostics);
                break;
            case Builtin::cuda_memcpy_from_symbol:
                copy(v[0], v[1] + v[3], v[2], call, context);
                streams_.note_copy(call, v, v[0], v[1] + v[3], v[2], context.diagnostics);
                break;
            case Builtin::cuda_memset:
                if (std::byte* to = at(v[0], v[2], call, context)) {
                    fill(to, static_cast<std::uint8_t>(v[1]), v[2]);
                    streams_.note_copy(call, v, v[0], 0, v[2], context.diagnostics);
                }
                break;
            case Builtin::cuda_synchronize: streams_.synchronize(call, v); break;
            case Builtin::cuda_set_device:
                if (static_cast<std::int32_t>(v[0]) >= 0 &&
                    static_cast<std::int32_t>(v[0]) < settings_.devices) {
                    device_ = v[0];
                    break;
                }
                refuse(call, context, errors::invalid_device,
                       settings_.devices == 1
                           ? fmt::format("there is one device here, 0, and no device {}",
                                         static_cast<std::int32_t>(v[0]))
                           : fmt::format("there are {} devices here, and no device {}",
                                         settings_.devices, static_cast<std::int32_t>(v[0])));
                break;
            case Builtin::cuda_function_attribute:
                if (call.text == "cudaFuncSetAttribute" && v.size() == 2 &&
                    v[0] == static_cast<std::uint64_t>(*language::cuda_number(
                                "cudaFuncAttributeMaxDynamicSharedMemorySize")))
                    allowed_shared_[call.kernel] = v[1];
                break;
            default: break;
        }
        return status_;
    }

    static bool is_captured(const language::Call& call) {
        return (call.kernel != nullptr && call.builtin == Builtin::none) ||
               call.builtin == Builtin::cuda_memcpy || call.builtin == Builtin::cuda_memset;
    }

    std::uint64_t run_node(const std::vector<std::uint64_t>& v, const language::Call& call,
                           Context& context) {
        const GraphNode* node = graphs_.node(v[0], v[1]);
        if (node == nullptr) {
            refuse(call, context, errors::invalid_value, "this graph was not instantiated");
            return status_;
        }
        // A graph is not told apart from what main does before and behind it; its branches are.
        const bool is_made = !graphs_.is_capturing();
        const bool is_known = is_made && graphs_.is_of_one_kind(v[0]);
        if (v[1] == 0 || !is_known) streams_.join_all();
        const bool is_added = is_known && node->kind == GraphNode::Kind::added;
        if (is_added) streams_.enter_node(v[0], v[1], node->after);
        const bool is_last = is_made && v[1] + 1 == graphs_.size(v[0]);
        // A launch may add to the graphs: a copy stays where it is.
        for (const KeptCall& kept : std::vector{node->calls}) {
            if (kept.call->builtin == Builtin::cuda_stream)
                is_made ? void(streams_.call(*kept.call, kept.values)) : graphs_.keep_order(kept);
            else if (!is_made)
                graphs_.keep(kept, GraphNode::Kind::other);
            else if (kept.call->kernel != nullptr && kept.call->builtin == Builtin::none)
                launch(*kept.call, kept.values, context);
            else
                cuda_call(*kept.call, kept.values, context);
            if (context.warp->stop == Stop::aborted) break;
        }
        streams_.leave_node();
        if (is_last || !is_known) streams_.join_all();
        return 0;
    }

    /// The call returns an error, and main goes on.
    void refuse(const language::Call& call, Context& context, std::uint64_t error,
                std::string_view why) {
        const language::CudaError& named = *language::cuda_error(static_cast<std::int64_t>(error));
        Diagnostic d;
        d.kind = Diagnostic::Kind::cuda_call;
        d.place = call.place;
        d.message = fmt::format("{}: {} ({})", why, named.name, named.text);
        add_diagnostic(context.diagnostics, d);
        status_ = last_error_ = error;
    }

    std::uint64_t allocate(std::uint64_t bytes, Reach reach, const language::Call& call,
                           Context& context) {
        const bool on_device = reach != Reach::host;
        status_ = on_device ? lost_ : errors::none;
        if (status_ != errors::none) return 0;
        const std::uint64_t most = settings_.most_memory;
        if (on_device && bytes > device_memory) {
            refuse(call, context, errors::memory_allocation,
                   fmt::format("{} bytes are more than the device's {}", bytes, device_memory));
            return 0;
        }
        // A limit of this run, of which CUDA knows nothing.
        if (bytes > most || memory_.total_bytes() > most - bytes) {
            stop({call.place,
                  fmt::format("there is no room for {} bytes more in the {} MB that this run may "
                              "have: give it more (--megabytes)",
                              bytes, most >> 20)},
                 context);
            return 0;
        }
        Allocation& made =
            memory_[memory_.allocate(fmt::format("array {}", ++arrays_), bytes, reach)];
        made.is_pinned = call.text == "cudaMallocHost" || call.text == "cudaHostAlloc";
        if (on_device ? reach == Reach::both : made.is_pinned) streams_.activate();
        // What a GPU would write is not seen.
        if (reach == Reach::device && !launcher_) made.written->ask(bytes);
        if (graphs_.is_capturing()) graphs_.own(made.address);
        return made.address;
    }

    void free(const language::Call& call, const std::vector<std::uint64_t>& v, Context& context) {
        if (v.empty() || v[0] == 0 || graphs_.owns(v[0])) return;
        const Allocation* a = memory_.find(v[0]);
        if (a == nullptr || a->address != v[0] || a->reach == Reach::host) {
            refuse(call, context, errors::invalid_value,
                   fmt::format("{} is given what no such call has allocated, or what is free "
                               "already",
                               call.text));
            return;
        }
        memory_.free(v[0]);
    }

    /// Whether cudaMemcpy's last argument says of the host's own memory that it is the device's.
    bool fits_direction(const language::Call& call, const std::vector<std::uint64_t>& v,
                        Context& context) {
        if (v.size() < 4) return true;
        constexpr std::uint64_t to_device = 1, to_host = 2, on_device = 3;
        const auto is_hosts = [&](std::uint64_t address) {
            const Allocation* a = memory_.find(address);
            return a != nullptr && a->reach == Reach::host;
        };
        const bool to = (v[3] == to_device || v[3] == on_device) && is_hosts(v[0]);
        const bool from = (v[3] == to_host || v[3] == on_device) && is_hosts(v[1]);
        if (!to && !from) return true;
        refuse(call, context, errors::invalid_value,
               fmt::format("{} is told that it copies {} the device, but its {} argument points to "
                           "memory of the host",
                           call.text,
                           v[3] == on_device ? "within"
                           : to              ? "to"
                                             : "from",
                           to ? "first" : "second"));
        return false;
    }

    /// The text of an error's name or meaning: where it lies.
    std::uint64_t error_text(const language::Call& call, std::uint64_t error) {
        const language::CudaError* known = language::cuda_error(static_cast<std::int64_t>(error));
        const std::string_view text = known == nullptr                  ? "unrecognized error code"
                                      : call.text == "cudaGetErrorName" ? known->name
                                                                        : known->text;
        const auto [place, is_new] = texts_.try_emplace(std::string{text}, 0);
        if (is_new) {
            const std::size_t index =
                memory_.allocate("text of an error", text.size() + 1, Reach::host);
            std::memcpy(memory_[index].data, text.data(), text.size());
            place->second = memory_[index].address;
        }
        return place->second;
    }

    /// A text that is given in quotes, or by a pointer.
    std::string text(const language::Call& call, std::size_t operand,
                     const std::vector<std::uint64_t>& v, Context& context) {
        auto found = text_at(*context.program, call.operands[operand], v[operand], memory_);
        if (!found) fault(call, context, no_array(call, v[operand]));
        return found.value_or("");
    }

    /// Bytes of the piece from there on.
    static std::uint64_t behind(const Allocation& a, std::uint64_t address) {
        return a.bytes - (address - a.address);
    }

    /// What becomes of a main that goes beyond an array of its own: a program mostly goes on.
    enum class Beyond { ends, goes_on };

    /// The piece that the bytes are of; nullptr, and told: they are not within one. Told as well
    /// where some of them are, and main goes on.
    Allocation* reached(std::uint64_t address, std::uint64_t bytes, const language::Call& call,
                        Context& context, Beyond beyond = Beyond::ends) {
        Allocation* a = memory_.find(address);
        std::string why;
        if (a == nullptr) {
            why = no_array(call, address);
        } else if (address < a->address || address - a->address > a->bytes ||
                   bytes > a->bytes - (address - a->address)) {
            why = fmt::format("{} of {} bytes goes beyond its array, which has {}", call.text,
                              bytes, a->bytes);
            if (beyond == Beyond::goes_on && address - a->address <= a->bytes &&
                a->reach == Reach::host) {
                tell(call, context, why);
                return a;
            }
        } else if (!is_cuda(call) && a->reach == Reach::device) {
            why =
                fmt::format("{} is given memory of the device, which main cannot reach", call.text);
        } else {
            return a;
        }
        // CUDA knows its own memory, and what is none.
        if (is_cuda(call) && (a == nullptr || a->reach != Reach::host)) {
            refuse(call, context, errors::invalid_value, why);
        } else {
            fault(call, context, why);
        }
        return nullptr;
    }

    /// Where the call is to write so many bytes; nullptr: it is not to.
    std::byte* at(std::uint64_t address, std::uint64_t bytes, const language::Call& call,
                  Context& context) {
        Allocation* a = reached(address, bytes, call, context);
        if (a == nullptr) return nullptr;
        a->written->mark(address - a->address, bytes);
        a->written->settle();
        a->content = 0;
        return a->data + (address - a->address);
    }

    void copy(std::uint64_t to, std::uint64_t from, std::uint64_t bytes, const language::Call& call,
              Context& context) {
        const Allocation* source = reached(from, bytes, call, context, Beyond::goes_on);
        if (source == nullptr) return;
        Allocation* target = reached(to, bytes, call, context, Beyond::goes_on);
        if (target == nullptr) return;
        // What lies behind the source is not known, but it is copied.
        target->written->mark(to - target->address, std::min(bytes, behind(*target, to)));
        bytes = std::min({bytes, behind(*source, from), behind(*target, to)});
        target->content = 0;
        copy_bytes(target->data + (to - target->address), source->data + (from - source->address),
                   bytes, context);
        copy_written(*target, to - target->address, *source, from - source->address, bytes);
    }

    /// Gigabytes take longer than a person may want to wait, and pages that hold nothing are left
    /// where nothing is to be.
    static void copy_bytes(std::byte* to, const std::byte* from, std::uint64_t bytes,
                           const Context& context) {
        constexpr std::uint64_t page = 4096, pages = 1024;
        const bool overlaps = to < from + bytes && from < to + bytes;
        if (bytes < page * pages || overlaps) {
            std::memmove(to, from, bytes);
            return;
        }
        const auto is_zero = [](const std::byte* part, std::uint64_t size) {
            return part[0] == std::byte{} && std::memcmp(part, part + 1, size - 1) == 0;
        };
        const TouchedPages touched;
        for (std::uint64_t block = 0; block < bytes; block += page * pages) {
            if (context.cancelled()) return;
            const std::uint64_t end = std::min(bytes, block + page * pages);
            if (!touched.any(from + block, end - block) && !touched.any(to + block, end - block))
                continue;
            for (std::uint64_t at = block; at < end; at += page) {
                const std::uint64_t size = std::min(page, end - at);
                if (!is_zero(from + at, size) || !is_zero(to + at, size))
                    std::memcpy(to + at, from + at, size);
            }
        }
    }

    /// As memset.
    static void fill(std::byte* at, std::uint8_t value, std::uint64_t bytes) {
        if (value == 0)
            make_zero(at, bytes);
        else
            std::memset(at, value, bytes);
    }

    /// What nobody has written remains so where it is copied to.
    void copy_written(Allocation& to, std::uint64_t at, const Allocation& from,
                      std::uint64_t from_at, std::uint64_t bytes) {
        if (bytes == 0) return;
        const bool whole =
            !from.written->asked() || from.written->test(from_at, bytes) || at % 4 != from_at % 4;
        if (whole) {
            to.written->mark(at, bytes);
            to.written->settle();
            return;
        }
        if (!to.written->asked()) {
            to.written->ask(to.bytes);
            to.written->mark(0, to.bytes);
            memory_.look_anew();
        }
        to.written->copy(at, *from.written, from_at, bytes);
    }

    /// snprintf(to, size, format, …): how long the whole text is.
    std::uint64_t print_into(const language::Call& call, const std::vector<std::uint64_t>& v,
                             const std::byte* frame, Context& context) {
        language::Call what;
        const std::string format = text(call, 2, v, context);
        what.text = format;
        what.operands.assign(call.operands.begin() + 3, call.operands.end());
        const std::string whole = printed(*context.program, what, frame, 0, memory_);
        if (v[1] == 0) return whole.size();
        const std::string kept = whole.substr(0, v[1] - 1);
        if (std::byte* to = at(v[0], kept.size() + 1, call, context))
            std::memcpy(to, kept.c_str(), kept.size() + 1);
        return whole.size();
    }

    /// One file has no more than that.
    static constexpr std::size_t most_file_bytes = std::size_t{1} << 28;
    /// As cudaGetDeviceProperties has it (see language/library.cpp).
    static constexpr std::uint64_t device_memory = std::uint64_t{8} << 30;
    static constexpr std::uint64_t nowhere = ~std::uint64_t{0};
    /// What grid.sync() counts in (see library/cooperative_groups.cpp).
    static constexpr std::string_view grid_barrier_name = "__grid_barrier";

    /// Since main began, those of launches that need not run among them.
    double seconds() const {
        const std::chrono::duration<double> since = std::chrono::steady_clock::now() - begin_;
        return since.count() + repeats_.seconds();
    }

    language::Launch launch_of(const language::Call& call, const std::vector<std::uint64_t>& v) {
        language::Launch l = machine::launch_of(call, v, memory_);
        for (std::size_t i = 0; i < l.memory.size(); ++i) {
            // A kernel that is given this reaches through a bad pointer. Constants it knows by
            // name.
            if (memory_[i].reach == Reach::host && memory_[i].variable == nullptr)
                l.memory[i].address = nowhere;
        }
        l.allowed_shared = allowed_shared_[call.kernel];
        return l;
    }

    /// grid.sync() in a kernel that is launched as any other.
    void tell_of_grid_barrier(const language::Call& call, const language::Program& program,
                              Context& context) {
        if (call.text == "cudaLaunchCooperativeKernel") return;
        const bool meets = std::ranges::any_of(program.code, [&](const language::Instr& i) {
            return i.object >= 0 && i.code == language::Code::atomic &&
                   program.objects[static_cast<std::size_t>(i.object)].name == grid_barrier_name;
        });
        if (!meets) return;
        Diagnostic d;
        d.kind = Diagnostic::Kind::cuda_call;
        d.place = call.place;
        d.message = fmt::format(
            "{} waits for all blocks of its grid by grid.sync(), which is undefined in a launch by "
            "<<<…>>>: it takes cudaLaunchCooperativeKernel",
            call.kernel->name);
        add_diagnostic(context.diagnostics, d);
    }

    /// Each grid has a barrier of its own: how often another one has met is nothing that a launch
    /// finds.
    void clear_grid_barrier() {
        if (!grid_barrier_) {
            grid_barrier_ = nowhere;
            for (std::size_t i = 0; i < memory_.size(); ++i) {
                const language::Variable* const variable = memory_[i].variable;
                if (variable != nullptr && variable->name == grid_barrier_name) grid_barrier_ = i;
            }
        }
        if (grid_barrier_ == nowhere) return;
        Allocation& barrier = memory_[*grid_barrier_];
        std::fill_n(barrier.data, barrier.bytes, std::byte{0});
        barrier.content = 0;
    }

    void launch(const language::Call& call, const std::vector<std::uint64_t>& v, Context& context) {
        language::Launch l = launch_of(call, v);
        l.cluster = std::exchange(next_cluster_, language::Extents{0, 0, 0});
        if (lost_ != errors::none) return;
        if (launcher_ && cluster_of(*call.kernel, l) != language::Extents{1, 1, 1}) {
            fault(call, context, "clusters are launched on the machine alone (--engine cpu)");
            return;
        }
        const std::uint64_t blocks = std::uint64_t{l.grid[0]} * l.grid[1] * l.grid[2];
        const std::uint64_t room =
            settings_.grows
                ? std::max(settings_.resident,
                           resident_at_most(std::uint64_t{l.block[0]} * l.block[1] * l.block[2],
                                            l.dynamic_shared))
                : settings_.resident;
        if (call.text == "cudaLaunchCooperativeKernel" && blocks > room) {
            refuse(
                call, context, errors::too_many_cooperative_blocks,
                fmt::format("{} is not launched: its {} blocks are to be there at once, and here "
                            "is room for {} (--sms, --resident)",
                            call.kernel->name, blocks, room));
            forget_what_is_unwritten(memory_);
            return;
        }
        if (!launcher_) streams_.begin_kernel(call, v);
        if (!launcher_ && call.text == "cudaLaunchCooperativeKernel") clear_grid_barrier();
        try {
            if (!launcher_ && repeats_.has(*call.kernel, l, memory_)) return;
            const double begin = seconds();
            const HostStreams::Noting noting(streams_, launcher_ != nullptr);
            if (record_.launches.empty()) record_.early_diagnostics = context.diagnostics.size();
            if (!launcher_ && record_.launches.empty()) record_.before = held_by(memory_);
            record_.launches.push_back(
                launcher_ ? launcher_(*call.kernel, l)
                          : run(unit_, *call.kernel, l, memory_, share_of(settings_, recorded_)));
            if (!launcher_) repeats_.ran(record_.launches.back(), memory_, seconds() - begin);
            recorded_ += recorded_bytes(record_.launches.back());
            note_launch(call, context);
            const std::size_t own = record_.launches.size() - 1;
            launch_children(context);
            tell_of_grid_barrier(call, *record_.launches[own].program, context);
            if (!launcher_)
                streams_.note_kernel(call, *record_.launches[own].program, context.diagnostics);
        } catch (const LaunchError& error) {
            if (error.error() != errors::none) {
                refuse(call, context, static_cast<std::uint64_t>(error.error()),
                       fmt::format("{} is not launched: {}", call.kernel->name,
                                   error.fault().message));
                forget_what_is_unwritten(memory_);
                return;
            }
            fault(call, context, error.fault().message);
            context.diagnostics.back().place = error.fault().place;
        } catch (const language::FaultError& error) {
            stop(error.fault(), context);
        }
    }

    /// Whether it never ends because of what lies in memory that the host reaches, too: on a GPU
    /// main may write there meanwhile.
    bool waits_for_main(const LaunchRecord& record) const {
        const language::Program& program = *record.program;
        const auto is_of_both = [&](const language::Site& site) {
            const bool reads =
                site.kind == language::SiteKind::load || site.kind == language::SiteKind::atomic;
            if (!reads || site.object < 0) return false;
            const language::Object& object = program.objects[static_cast<std::size_t>(site.object)];
            if (object.allocation < 0 || object.variable != nullptr) return false;
            const Allocation& a = memory_[static_cast<std::size_t>(object.allocation)];
            return a.reach == Reach::both || a.is_pinned;
        };
        return std::ranges::any_of(record.diagnostics, [&](const Diagnostic& d) {
            return d.kind == Diagnostic::Kind::deadlock &&
                   std::ranges::any_of(program.sites, [&](const language::Site& site) {
                       return site.place.file == d.place.file && site.place.line == d.place.line &&
                              is_of_both(site);
                   });
        });
    }

    /// The last one of the record has run.
    void note_launch(const language::Call& call, Context& context) {
        LaunchRecord& record = record_.launches.back();
        for (std::size_t i = 0; i < memory_.size(); ++i) memory_[i].written->settle();
        if (waits_for_main(record)) {
            std::erase_if(record.diagnostics,
                          [](const Diagnostic& d) { return d.kind == Diagnostic::Kind::deadlock; });
            context.output += record.output;
            stop({call.place, fmt::format("{} waits for what main writes while it runs, and here "
                                          "main goes on when a kernel has ended",
                                          record.program->function->name)},
                 context);
            return;
        }
        note_lost(record);
        context.output += record.output;
        if (record.complete) return;
        context.warp->stop = Stop::aborted;
        if (context.cancelled()) stop({call.place, {}}, context);
    }

    /// What a kernel has launched runs behind it, before main can know of it.
    void launch_children(Context& context) {
        const auto goes_on = [&] {
            return lost_ == errors::none && context.warp->stop != Stop::aborted;
        };
        if (!goes_on()) return;
        run_children({.launches = record_.launches,
                      .memory = memory_,
                      .run =
                          [&](const language::Call& call, const std::vector<std::uint64_t>& v) {
                              return run(unit_, *call.kernel, launch_of(call, v), memory_,
                                         share_of(settings_, recorded_));
                          },
                      .ran =
                          [&](const language::Call& call) {
                              recorded_ += recorded_bytes(record_.launches.back());
                              note_launch(call, context);
                              return goes_on();
                          }});
    }

    /// What a GPU does not go on after: every call returns that error from now on.
    void note_lost(const LaunchRecord& record) {
        for (const Diagnostic& d : record.diagnostics) {
            if (d.kind == Diagnostic::Kind::trap) lost_ = errors::launch_failure;
            if (d.kind == Diagnostic::Kind::assertion) lost_ = errors::assertion;
            if (d.kind == Diagnostic::Kind::misaligned) lost_ = errors::misaligned_address;
            if (d.kind != Diagnostic::Kind::bad_pointer) continue;
            // A few elements beyond an array lies what a GPU lets be reached.
            const Allocation* a = memory_.find(static_cast<std::uint64_t>(d.index));
            if (a == nullptr || a->reach == Reach::host) lost_ = errors::illegal_address;
        }
        if (lost_ == errors::none) return;
        last_error_ = lost_;
        forget_what_is_unwritten(memory_);
    }

    language::Unit& unit_;
    GlobalMemory& memory_;
    const Settings& settings_;
    const Launcher& launcher_;
    HostRecord& record_;
    bool has_exited_ = false;
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
    Random random_;
    Repeats repeats_;
    HostStreams streams_;
    std::uint64_t device_ = 0;
    std::optional<std::size_t> grid_barrier_{};  ///< its allocation, once it was looked for
    language::Extents next_cluster_{0, 0, 0};    ///< 0: as the kernel says
    Graphs graphs_;
    std::uint64_t recorded_ = 0;  ///< bytes of rows
    int arrays_ = 0;
    /// Numbers of CUDA's errors: of the call before, the last one that nobody asked for, and the
    /// one behind which nothing works.
    std::uint64_t status_ = 0, last_error_ = 0, lost_ = 0;
    std::map<const language::Function*, std::uint64_t> allowed_shared_;
    std::map<std::string, std::uint64_t> texts_;
    HostLibrary library_;
};

/// argv: the words, and behind the last one a null pointer. Its address.
std::uint64_t place_arguments(std::vector<std::string> words, GlobalMemory& memory) {
    if (words.empty()) words.emplace_back("a.out");
    std::vector<std::uint64_t> pointers;
    for (const std::string& word : words) {
        const std::size_t index = memory.allocate("argument", word.size() + 1, Reach::host);
        std::memcpy(memory[index].data, word.c_str(), word.size() + 1);
        pointers.push_back(memory[index].address);
    }
    pointers.push_back(0);
    const std::size_t argv = memory.allocate("argv", pointers.size() * 8, Reach::host);
    std::memcpy(memory[argv].data, pointers.data(), pointers.size() * 8);
    return memory[argv].address;
}

enum class HowItEnded : std::uint8_t { by_itself, by_exit, early };

}  // namespace

HostRecord run_main(language::Unit& unit, GlobalMemory& memory, const Settings& settings,
                    const Launcher& launcher) {
    // Little of what the program may take, as it counts among that.
    constexpr std::uint64_t most_kept = std::uint64_t{512} << 20;
    const KeptPages kept(std::min(most_kept, settings.most_memory / 10));
    HostRecord record;
    if (unit.main == nullptr) throw language::FaultError({1, 1, 0}, "this text has no main");
    const std::uint64_t argv = place_arguments(settings.arguments, memory);
    language::Launch launch;
    launch.memory = memory.layout();
    launch.arguments = {{{std::max<std::uint64_t>(1, settings.arguments.size())}}, {{argv}}};
    language::CompileOptions options;
    options.record = false;
    options.contract = false;
    // What the host keeps of calls points into them.
    std::vector<std::shared_ptr<const language::Program>> programs;
    Host host(unit, memory, settings, launcher, record);
    Context context;
    RowWriter rows;
    context.memory = &memory;
    context.rows = &rows;
    context.host = &host;
    context.budget = settings.budget;
    context.cancel = settings.cancel;
    context.look_on = settings.look_on;
    const auto run = [&](const language::Function& function) {
        const auto& program =
            programs.emplace_back(language::compile(unit, function, launch, options));
        LoadedProgram loaded = load(program, memory);
        NativeLoops native(loaded, memory, settings.native_rounds);
        Block block(loaded, WarpOrder::ascending, 1);
        block.start(0, false);
        context.native = &native;
        Block::State state{};
        do {
            context.turn = lone_turn_rounds;
            state = block.turn(context);
        } while (state != Block::State::finished && state != Block::State::aborted &&
                 !context.cancelled());
        if (state == Block::State::finished && program->result != 0)
            record.result = block.scalar(program->result);
        if (context.cancelled() && state != Block::State::finished && !record.stopped)
            record.stopped = {block.place(context), {}};
        record.native_rounds += native.rounds();
        return host.has_exited()                 ? HowItEnded::by_exit
               : state == Block::State::finished ? HowItEnded::by_itself
                                                 : HowItEnded::early;
    };
    HowItEnded ended = run(*unit.main);
    if (unit.at_exit != nullptr && ended != HowItEnded::early) {
        launch.arguments.clear();
        launch.memory = memory.layout();
        // exit() there goes on with what is left to do.
        do {
            ended = run(*unit.at_exit);
        } while (ended == HowItEnded::by_exit);
    }
    record.diagnostics = std::move(context.diagnostics);
    record.output = std::move(context.output);
    record.written = host.written();
    record.windows = host.windows();
    record.guessed = host.guessed();
    record.asked_input = host.asked_input();
    record.repeated = host.repeated();
    return record;
}

}  // namespace stridescope::machine
