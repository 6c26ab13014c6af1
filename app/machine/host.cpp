// A host's main: the same machine with one lane, and what cudaMalloc and its like do.
#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "app/language/constant_values.h"
#include "app/machine/machine.h"
#include "app/machine/print.h"

namespace stridescope::machine {
namespace {

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

class Host : public HostCalls {
  public:
    Host(language::Unit& unit, GlobalMemory& memory, const Settings& settings,
         const Launcher& launcher, HostRecord& record)
        : unit_(unit), memory_(memory), settings_(settings), launcher_(launcher), record_(record) {}

    std::uint64_t call(const language::Call& call, const std::byte* frame,
                       Context& context) override {
        if (context.cancelled()) {
            stop({call.place, {}}, context);
            return 0;
        }
        std::vector<std::uint64_t> v;
        for (const Operand& o : call.operands)
            v.push_back(o.form == Operand::Form::text ? 0 : bits_of(o, frame));
        if (call.kernel != nullptr) {
            launch(call, v, context);
            return 0;
        }
        switch (call.builtin) {
            case Builtin::cuda_malloc: return allocate(v[0], false, call, context);
            case Builtin::cuda_malloc_managed: return allocate(v[0], false, call, context);
            case Builtin::malloc_: return allocate(v[0], true, call, context);
            case Builtin::calloc_: return allocate(v[0] * v[1], true, call, context);
            case Builtin::cuda_free:
            case Builtin::free_:
                if (!v.empty()) memory_.free(v[0]);
                return 0;
            case Builtin::cuda_memcpy:
            case Builtin::memcpy_: copy(v[0], v[1], v[2], call, context); return 0;
            case Builtin::cuda_memcpy_to_symbol:
                copy(v[0] + v[3], v[1], v[2], call, context);
                return 0;
            case Builtin::cuda_memcpy_from_symbol:
                copy(v[0], v[1] + v[3], v[2], call, context);
                return 0;
            case Builtin::cuda_memset:
            case Builtin::memset_:
                if (std::byte* to = at(v[0], v[2], call, context))
                    std::memset(to, static_cast<int>(v[1]), v[2]);
                return 0;
            case Builtin::rand_: return random_.next();
            case Builtin::srand_: random_.seed(static_cast<std::uint32_t>(v[0])); return 0;
            case Builtin::cout:
            case Builtin::printf: {
                const std::string text = printed(*context.program, call, frame, 0, memory_);
                if (context.output.size() <= most_output) context.output += text;
                return text.size();
            }
            case Builtin::exit_:
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
            case Builtin::host_seconds: {
                const std::chrono::duration<double> since =
                    std::chrono::steady_clock::now() - begin_;
                return std::bit_cast<std::uint64_t>(since.count());
            }
            case Builtin::snprintf_: return print_into(call, v, frame, context);
            case Builtin::stop: stop({call.place, std::string{call.text}}, context); return 0;
            case Builtin::cuda_ignored: return 0;
            default: return 0;
        }
    }

  private:
    /// What comes is not understood.
    void stop(language::Fault why, Context& context) {
        record_.stopped = std::move(why);
        context.warp->stop = Stop::aborted;
    }

    void fault(const language::Call& call, Context& context, std::string message) {
        Diagnostic d;
        d.kind = Diagnostic::Kind::bad_pointer;
        d.place = call.place;
        d.message = std::move(message);
        context.diagnostics.push_back(d);
        context.warp->stop = Stop::aborted;
    }

    std::uint64_t allocate(std::uint64_t bytes, bool on_host, const language::Call& call,
                           Context& context) {
        if (memory_.total_bytes() + bytes > settings_.most_memory ||
            bytes > settings_.most_memory) {
            fault(call, context,
                  fmt::format("{} bytes are more memory than this run may have", bytes));
            return 0;
        }
        const std::size_t index =
            memory_.allocate(fmt::format("array {}", ++arrays_), bytes, on_host);
        return memory_[index].address;
    }

    std::string text(const language::Call& call, std::size_t operand,
                     const std::vector<std::uint64_t>& v, Context& context) {
        auto found = text_at(*context.program, call.operands[operand], v[operand], memory_);
        if (!found)
            fault(call, context, fmt::format("{} is given a pointer into no array", call.text));
        return found.value_or("");
    }

    std::byte* at(std::uint64_t address, std::uint64_t bytes, const language::Call& call,
                  Context& context) {
        Allocation* a = memory_.find(address);
        if (a == nullptr) {
            fault(call, context, fmt::format("{} is given a pointer into no array", call.text));
            return nullptr;
        }
        const std::uint64_t offset = address - a->address;
        if (address < a->address || offset > a->bytes || bytes > a->bytes - offset) {
            fault(call, context,
                  fmt::format("{} of {} bytes goes beyond its array, which has {}", call.text,
                              bytes, a->bytes));
            return nullptr;
        }
        return a->data + offset;
    }

    void copy(std::uint64_t to, std::uint64_t from, std::uint64_t bytes, const language::Call& call,
              Context& context) {
        std::byte* d = at(to, bytes, call, context);
        const std::byte* s = at(from, bytes, call, context);
        if (d != nullptr && s != nullptr) std::memmove(d, s, bytes);
    }

    /// snprintf(to, size, format, …): how long the whole text is.
    std::uint64_t print_into(const language::Call& call, const std::vector<std::uint64_t>& v,
                             const std::byte* frame, Context& context) {
        language::Call what;
        what.text = call.operands[2].text;
        what.operands.assign(call.operands.begin() + 3, call.operands.end());
        const std::string whole = printed(*context.program, what, frame, 0, memory_);
        if (v[1] == 0) return whole.size();
        const std::string kept = whole.substr(0, v[1] - 1);
        if (std::byte* to = at(v[0], kept.size() + 1, call, context))
            std::memcpy(to, kept.c_str(), kept.size() + 1);
        return whole.size();
    }

    void launch(const language::Call& call, const std::vector<std::uint64_t>& v, Context& context) {
        language::Launch l;
        for (std::size_t i = 0; i < 3; ++i) {
            l.grid[i] = static_cast<std::uint32_t>(v[i]);
            l.block[i] = static_cast<std::uint32_t>(v[3 + i]);
        }
        l.dynamic_shared = v[6];
        std::size_t next = 7;
        for (const language::Variable* p : call.kernel->parameters) {
            language::Argument a;
            const std::size_t leaves = p->type->is_struct() ? p->type->structure->leaves.size() : 1;
            for (std::size_t i = 0; i < leaves; ++i) a.leaves.push_back(v[next++]);
            l.arguments.push_back(std::move(a));
        }
        l.memory = memory_.layout();
        for (std::size_t i = 0; i < l.memory.size(); ++i) {
            if (memory_[i].on_host) l.memory[i].bytes = 0;
        }
        try {
            record_.launches.push_back(
                launcher_ ? launcher_(*call.kernel, l)
                          : run(unit_, *call.kernel, l, memory_, share_of(settings_, recorded_)));
            recorded_ += recorded_bytes(record_.launches.back());
            context.output += record_.launches.back().output;
            if (!record_.launches.back().complete) {
                context.warp->stop = Stop::aborted;
                if (context.cancelled()) stop({call.place, {}}, context);
            }
        } catch (const LaunchError& error) {
            fault(call, context, error.fault().message);
            context.diagnostics.back().place = error.fault().place;
        } catch (const language::FaultError& error) {
            stop(error.fault(), context);
        }
    }

    language::Unit& unit_;
    GlobalMemory& memory_;
    const Settings& settings_;
    const Launcher& launcher_;
    HostRecord& record_;
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
    Random random_;
    std::uint64_t recorded_ = 0;  ///< bytes of rows
    int arrays_ = 0;
};

/// The address of a variable at the top of the text, of its first element.
std::optional<std::uint64_t> address_of(const language::Expr* e, GlobalMemory& memory) {
    while (e->kind == language::ExprKind::cast) e = e->a;
    if (e->kind != language::ExprKind::address && e->kind != language::ExprKind::decay)
        return std::nullopt;
    if (e->a->kind != language::ExprKind::variable) return std::nullopt;
    for (std::size_t i = 0; i < memory.size(); ++i) {
        if (memory[i].variable == e->a->variable) return memory[i].address;
    }
    return std::nullopt;
}

void store_initial(const language::Type* type, const language::Expr* init, std::byte* to,
                   GlobalMemory& memory) {
    using language::ExprKind;
    if (init == nullptr) return;
    if (init->kind == ExprKind::list) {
        for (std::size_t i = 0; i < init->args.size(); ++i) {
            const language::Type* part =
                type->is_array() ? type->of : type->structure->fields[i].type;
            const std::size_t offset =
                type->is_array() ? i * part->size : type->structure->fields[i].offset;
            store_initial(part, init->args[i], to + offset, memory);
        }
        return;
    }
    if (init->kind == ExprKind::construct) {
        const std::vector<language::Leaf>& leaves = type->structure->leaves;
        for (std::size_t i = 0; i < init->args.size(); ++i)
            store_initial(leaves[i].type, init->args[i], to + leaves[i].offset, memory);
        return;
    }
    const auto fault = [&]() -> language::FaultError {
        return {init->place,
                "the initial value of a variable at the top of a text must be known when the text "
                "is compiled: set it in main"};
    };
    if (type->is_floating()) {
        const auto real = language::constant_real(init);
        if (!real) throw fault();
        const auto single = static_cast<float>(*real);
        if (type->kind == language::TypeKind::f32) {
            std::memcpy(to, &single, 4);
        } else {
            std::memcpy(to, &*real, 8);
        }
        return;
    }
    const language::Expr* e = init;
    while (type->is_pointer() && e->kind == ExprKind::cast) e = e->a;
    if (const auto address = type->is_pointer() ? address_of(init, memory) : std::nullopt) {
        std::memcpy(to, &*address, sizeof *address);
        return;
    }
    if (type->is_struct() || type->is_array()) throw fault();
    const auto integer = language::constant_value(e);
    if (!integer) throw fault();
    std::memcpy(to, &*integer, type->size);
}

}  // namespace

void allocate_globals(language::Unit& unit, GlobalMemory& memory) {
    std::vector<std::size_t> made;
    for (language::Variable* v : unit.globals) {
        if (v->storage == language::Storage::shared) continue;
        made.push_back(memory.allocate(std::string{v->name}, v->type->size,
                                       v->storage == language::Storage::host));
        memory[made.back()].variable = v;
    }
    // A pointer may begin as the address of any of them.
    for (const std::size_t index : made) {
        const language::Variable& v = *memory[index].variable;
        store_initial(v.type, v.init, memory[index].data, memory);
    }
}

/// argv: the words, and behind the last one a null pointer. Its address.
std::uint64_t place_arguments(std::vector<std::string> words, GlobalMemory& memory) {
    if (words.empty()) words.emplace_back("a.out");
    std::vector<std::uint64_t> pointers;
    for (const std::string& word : words) {
        const std::size_t index = memory.allocate("argument", word.size() + 1, true);
        std::memcpy(memory[index].data, word.c_str(), word.size() + 1);
        pointers.push_back(memory[index].address);
    }
    pointers.push_back(0);
    const std::size_t argv = memory.allocate("argv", pointers.size() * 8, true);
    std::memcpy(memory[argv].data, pointers.data(), pointers.size() * 8);
    return memory[argv].address;
}

HostRecord run_main(language::Unit& unit, GlobalMemory& memory, const Settings& settings,
                    const Launcher& launcher) {
    HostRecord record;
    if (unit.main == nullptr) throw language::FaultError({1, 1, 0}, "this text has no main");
    const std::uint64_t argv = place_arguments(settings.arguments, memory);
    language::Launch launch;
    launch.memory = memory.layout();
    launch.arguments = {{{std::max<std::uint64_t>(1, settings.arguments.size())}}, {{argv}}};
    language::CompileOptions options;
    options.record = false;
    options.contract = false;
    const auto program = language::compile(unit, *unit.main, launch, options);
    const LoadedProgram loaded = load(program, memory);
    Host host(unit, memory, settings, launcher, record);
    Block block(loaded, WarpOrder::ascending, 1);
    block.start(0, false);
    Context context;
    RowWriter rows;
    context.memory = &memory;
    context.rows = &rows;
    context.host = &host;
    context.budget = settings.budget;
    context.cancel = settings.cancel;
    context.look_on = settings.look_on;
    for (;;) {
        context.turn = lone_turn_rounds;
        const Block::State state = block.turn(context);
        if (state == Block::State::finished && program->result != 0)
            record.result = block.scalar(program->result);
        if (context.cancelled() && state != Block::State::finished && !record.stopped)
            record.stopped = {block.place(context), {}};
        if (state == Block::State::finished || state == Block::State::aborted) break;
        if (context.cancelled()) break;
    }
    record.diagnostics = std::move(context.diagnostics);
    record.output = std::move(context.output);
    return record;
}

}  // namespace stridescope::machine
