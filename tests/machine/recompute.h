// Computes all values of a recording anew, out of nothing but where they are said to come from:
// what loads read is replayed from the rows' own stores, ops are carried out on the values of the
// rows that are their origins, and what comes out must be what the machine says it stored.
#pragma once

#include <cmath>
#include <cstring>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "app/language/arithmetic.h"
#include "app/language/value_bits.h"
#include "app/machine/machine.h"
#include "app/machine/origins.h"

namespace stridescope::machine {

class Recompute {
  public:
    using Bytes = std::vector<std::vector<std::byte>>;
    static Bytes bytes_of(const GlobalMemory& memory) {
        Bytes all;
        for (std::size_t i = 0; i < memory.size(); ++i)
            all.emplace_back(memory[i].data, memory[i].data + memory[i].bytes);
        return all;
    }

    /// `memory`: global memory as it was before the launch.
    Recompute(const LaunchRecord& record, Bytes memory)
        : program_(*record.program), record_(record), global_(std::move(memory)) {}

    void run() {
        for (const BlockRecord& block : record_.blocks) {
            shared_.assign(program_.shared_bytes + 16, std::byte{0});
            warps_.clear();
            OriginWalk walk(program_, false);
            for (const Segment& segment : block.segments) {
                segment.for_each_row([&](const Row& row) {
                    const OriginWalk::Step step = walk.next(segment.warp, row);
                    std::vector<Made>& made = warps_[segment.warp];
                    made.resize(step.number + 1);
                    look(row, step, made);
                });
            }
        }
    }

    std::uint64_t checked = 0;  ///< stored values that were computed and found the same
    std::uint64_t unknown = 0;  ///< those in which indices or arguments are
    std::uint64_t ops = 0;      ///< lanes of op rows
    std::map<std::uint32_t, std::uint64_t> ops_of_line;
    std::vector<std::string> wrong;

  private:
    using Value = std::optional<std::uint64_t>;
    struct Made {
        std::array<std::array<Value, lanes_of_warp>, 4> parts{};
    };

    Value value_of(const language::Source& source, const LanesFrom& from, int lane,
                   const std::vector<Made>& made) const {
        const From f = from[lane];
        if (source.holder < 0)
            return source.known ? Value{static_cast<std::uint64_t>(source.bits)} : std::nullopt;
        if (f.nowhere()) return std::nullopt;
        return made.at(f.row()).parts.at(f.part())[static_cast<std::size_t>(lane)];
    }

    std::byte* at(int object, std::int64_t offset) {
        const language::Object& o = program_.objects.at(static_cast<std::size_t>(object));
        if (o.space == language::Space::shared) return shared_.data() + o.offset + offset;
        return global_.at(static_cast<std::size_t>(o.allocation)).data() + offset;
    }

    Value read(int object, std::int64_t offset, std::uint32_t width) {
        const language::Type* element =
            program_.objects.at(static_cast<std::size_t>(object)).element;
        std::uint64_t bits = 0;
        std::memcpy(&bits, at(object, offset), width);
        if (width < 4 && !element->is_unsigned() && element->kind != language::TypeKind::bool_) {
            const int shift = 64 - static_cast<int>(width) * 8;
            bits = static_cast<std::uint64_t>(static_cast<std::int64_t>(bits << shift) >> shift);
        }
        return bits;
    }

    void look(const Row& row, const OriginWalk::Step& step, std::vector<Made>& made) {
        using language::SiteKind;
        const language::Site& site = program_.sites.at(row.site());
        const int object = row.names_object() ? row.object() : site.object;
        const bool local =
            object >= 0 &&
            program_.objects[static_cast<std::size_t>(object)].space == language::Space::local;
        const std::uint32_t size = language::is_wide(site.value) ? 8 : 4;
        const bool whole = site.width > 8 || (site.width == 8 && size == 4) ||
                           (site.kind == SiteKind::store && site.sources.size() > 1);
        for (int lane = 0; lane < lanes_of_warp; ++lane) {
            if ((row.mask >> lane & 1) == 0) continue;
            const auto l = static_cast<std::size_t>(lane);
            const auto source = [&](std::size_t i) {
                return value_of(site.sources.at(i), step.sources[i], lane, made);
            };
            auto& parts = made.back().parts;
            switch (site.kind) {
                case SiteKind::load:
                    if (local) {
                        const From f = step.sources[0][lane];
                        parts[0][l] = f.nowhere() ? Value{} : made.at(f.row()).parts[0][l];
                    } else if (whole) {
                        for (std::uint32_t n = 0; n < site.width / size; ++n)
                            parts[n][l] = read(object, row.offset(lane) + n * size, size);
                    } else {
                        parts[0][l] = read(object, row.offset(lane), site.width);
                    }
                    break;
                case SiteKind::store:
                    if (local) {
                        parts[0][l] = source(0);
                    } else if (whole) {
                        std::array<std::byte, 32> vector{};
                        row.copy_value(lane, vector.data(), site.width);
                        std::memcpy(at(object, row.offset(lane)), vector.data(), site.width);
                        for (std::uint32_t n = 0; n < site.sources.size(); ++n) {
                            std::uint64_t stored = 0;
                            std::memcpy(&stored, vector.data() + n * size, size);
                            check(site, stored, size, lane, source(n));
                        }
                    } else {
                        check(site, row.value(lane), site.width, lane, source(0));
                        const std::uint64_t v = row.value(lane);
                        std::memcpy(at(object, row.offset(lane)), &v, site.width);
                    }
                    break;
                case SiteKind::atomic: {
                    parts[0][l] = read(object, row.offset(lane), site.width);
                    check(site, row.value(lane), site.width, lane,
                          changed(site, *parts[0][l], source(0),
                                  site.sources.size() > 1 ? source(1) : Value{}));
                    const std::uint64_t v = row.value(lane);
                    std::memcpy(at(object, row.offset(lane)), &v, site.width);
                    break;
                }
                case SiteKind::shuffle: {
                    const int from = static_cast<int>(row.offset(lane));
                    parts[0][l] = value_of(site.sources.at(0), step.sources[0], from, made);
                    break;
                }
                case SiteKind::op:
                    ++ops;
                    ++ops_of_line[site.place.line];
                    [[fallthrough]];
                case SiteKind::move: {
                    std::vector<Value> v;
                    for (std::size_t i = 0; i < site.sources.size(); ++i) v.push_back(source(i));
                    parts[0][l] = apply(site, v);
                    break;
                }
                case SiteKind::barrier: break;
            }
        }
    }

    void check(const language::Site& site, std::uint64_t stored, std::uint32_t width, int lane,
               Value v) {
        if (!v) {
            ++unknown;
            return;
        }
        const std::uint64_t mask =
            width >= 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << (width * 8)) - 1;
        if (((*v ^ stored) & mask) == 0) {
            ++checked;
        } else if (wrong.size() < 10) {
            wrong.push_back(fmt::format("line {}:{} lane {}: {:x} stored, {:x} by its origins",
                                        site.place.line, site.place.column, lane, stored & mask,
                                        *v & mask));
        }
    }

    template <typename T>
    static std::uint64_t bits(T v) {
        return static_cast<std::uint64_t>(language::to_bits<T>(v));
    }

    static Value changed(const language::Site& site, std::uint64_t old, Value given, Value with) {
        using language::Builtin;
        if (!given) return std::nullopt;
        return language::with_type(site.value, [&](auto t) -> Value {
            using T = decltype(t);
            const T a = language::from_bits<T>(static_cast<std::int64_t>(old));
            const T b = language::from_bits<T>(static_cast<std::int64_t>(*given));
            switch (site.builtin) {
                case Builtin::atomic_add: return bits<T>(language::arithmetic::add<T>(a, b));
                case Builtin::atomic_sub: return bits<T>(language::arithmetic::sub<T>(a, b));
                case Builtin::atomic_min: return bits<T>(language::arithmetic::min<T>(a, b));
                case Builtin::atomic_max: return bits<T>(language::arithmetic::max<T>(a, b));
                case Builtin::atomic_exch: return *given;
                case Builtin::atomic_cas:
                    if (!with) return std::nullopt;
                    return a == language::from_bits<T>(static_cast<std::int64_t>(*with)) ? *given
                                                                                         : old;
                default: return std::nullopt;
            }
        });
    }

    static Value apply(const language::Site& site, const std::vector<Value>& values) {
        using language::Code;
        for (const Value& v : values) {
            if (!v) return std::nullopt;
        }
        if (values.empty()) return std::nullopt;
        if (site.operation == Code::move || site.operation == Code::count) return values[0];
        if (site.operation == Code::convert) {
            return language::with_type(site.computed, [&](auto from) -> Value {
                const auto x =
                    language::from_bits<decltype(from)>(static_cast<std::int64_t>(*values[0]));
                return language::with_type(site.value, [&](auto to) -> Value {
                    return bits(language::arithmetic::convert<decltype(to)>(x));
                });
            });
        }
        if (site.operation == Code::narrow) {
            const auto v = static_cast<std::int32_t>(*values[0]);
            switch (static_cast<language::Cell>(site.detail)) {
                case language::Cell::i8: return bits<std::int32_t>(static_cast<std::int8_t>(v));
                case language::Cell::u8: return bits<std::int32_t>(static_cast<std::uint8_t>(v));
                case language::Cell::i16: return bits<std::int32_t>(static_cast<std::int16_t>(v));
                default: return bits<std::int32_t>(static_cast<std::uint16_t>(v));
            }
        }
        return language::with_type(site.computed, [&](auto t) -> Value {
            using T = decltype(t);
            const auto of = [&](std::size_t i) {
                const T v = language::from_bits<T>(static_cast<std::int64_t>(*values.at(i)));
                if constexpr (std::is_floating_point_v<T>) {
                    if (site.operation == Code::fma && (site.detail >> i & 1) != 0) return -v;
                }
                return v;
            };
            namespace ar = language::arithmetic;
            switch (site.operation) {
                case Code::add: return bits<T>(ar::add<T>(of(0), of(1)));
                case Code::sub: return bits<T>(ar::sub<T>(of(0), of(1)));
                case Code::mul: return bits<T>(ar::mul<T>(of(0), of(1)));
                case Code::div: return bits<T>(ar::div<T>(of(0), of(1)));
                case Code::min: return bits<T>(ar::min<T>(of(0), of(1)));
                case Code::max: return bits<T>(ar::max<T>(of(0), of(1)));
                case Code::lt: return of(0) < of(1);
                case Code::le: return of(0) <= of(1);
                case Code::eq: return of(0) == of(1);
                case Code::ne: return of(0) != of(1);
                case Code::neg: return bits<T>(ar::mul<T>(T(-1), of(0)));
                default: break;
            }
            if constexpr (std::is_floating_point_v<T>) {
                if (site.operation == Code::fma) return bits<T>(std::fma(of(0), of(1), of(2)));
            } else {
                switch (site.operation) {
                    case Code::rem: return bits<T>(ar::rem<T>(of(0), of(1)));
                    case Code::and_: return bits<T>(static_cast<T>(of(0) & of(1)));
                    case Code::or_: return bits<T>(static_cast<T>(of(0) | of(1)));
                    case Code::xor_: return bits<T>(static_cast<T>(of(0) ^ of(1)));
                    case Code::shl: return bits<T>(ar::shl<T>(of(0), of(1)));
                    case Code::shr: return bits<T>(ar::shr<T>(of(0), of(1)));
                    case Code::bit_not: return bits<T>(static_cast<T>(~of(0)));
                    default: break;
                }
            }
            return std::nullopt;
        });
    }

    const language::Program& program_;
    const LaunchRecord& record_;
    Bytes global_;
    std::vector<std::byte> shared_;
    std::map<std::uint32_t, std::vector<Made>> warps_;
};

}  // namespace stridescope::machine
