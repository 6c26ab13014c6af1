// What main's calls say of streams and events, and who is too early by them: see stream_order.h.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/language/program.h"
#include "app/machine/memory.h"
#include "app/machine/rows.h"
#include "app/machine/stream_order.h"

namespace stridescope::machine {

class HostStreams {
  public:
    using Values = std::vector<std::uint64_t>;

    explicit HostStreams(GlobalMemory& memory) : memory_(memory) {}

    /// Main has memory that it shares with the device: from now on its accesses are looked at.
    void activate() { order_.activate(); }
    /// cudaStreamCreate…: the stream's number.
    std::uint64_t create(const Values& v);
    /// What records events, waits for them, or asks for them. False: what is asked for may still
    /// run.
    bool call(const language::Call& call, const Values& v);
    /// cudaDeviceSynchronize, cudaStreamSynchronize.
    void synchronize(const language::Call& call, const Values& v);
    /// Everything that was begun is over.
    void join_all();

    /// What runs until the node is left is a node's of a graph, which waits for others of it.
    void enter_node(std::uint64_t graph, std::uint64_t node, std::span<const std::uint64_t> after);
    void leave_node() { node_.reset(); }

    /// A copy, or with no source what fills memory, has been made.
    void note_copy(const language::Call& call, const Values& v, std::uint64_t to,
                   std::uint64_t from, std::uint64_t bytes, std::vector<Diagnostic>& told);
    /// Memory is given back when the stream, v[1], comes to it.
    void note_free(const language::Call& call, const Values& v, std::vector<Diagnostic>& told);
    void begin_kernel(const language::Call& call, const Values& v);
    /// It has run.
    void note_kernel(const language::Call& call, const language::Program& program,
                     std::vector<Diagnostic>& told);
    /// Main, or a function of the host that a stream calls, reaches what the device may not be done
    /// with: a sentence of that, once for each. `asks`: it may be a flag that is waited for.
    std::optional<std::string> too_early(std::uint64_t address, std::uint32_t width, bool writes,
                                         bool asks);

    /// While it lives, kernels note what they touch.
    class Noting {
      public:
        Noting(HostStreams& streams, bool elsewhere) : memory_(streams.memory_) {
            if (elsewhere || !streams.order_.active()) return;
            streams.touched_.begin(memory_);
            memory_.touched = &streams.touched_;
        }
        ~Noting() { memory_.touched = nullptr; }
        Noting(const Noting&) = delete;
        Noting& operator=(const Noting&) = delete;

      private:
        GlobalMemory& memory_;
    };

  private:
    StreamOrder::Stream stream_of(const language::Call& call, const Values& v) const;
    void look_what_is_pending();
    static bool is_shared(const Allocation& a);
    void begin_function(const language::Call& call, const Values& v);
    std::optional<std::string> reached_by_function(const Allocation& a, std::uint64_t address,
                                                   std::uint32_t width, bool writes);
    void note_allocation(const language::Call& call, const Values& v);
    std::string name_of(const StreamOrder::Conflict& where, std::uint32_t reached = 0) const;
    /// `does`: "reads", where it is not said by what was found.
    void tell(const std::optional<StreamOrder::Conflict>& found, std::string_view what,
              language::Place place, std::vector<Diagnostic>& told,
              std::string_view does = {}) const;

    GlobalMemory& memory_;
    StreamOrder order_;
    Touched touched_;
    std::optional<StreamOrder::Stream> node_;  ///< the stream of the graph's node that runs
    bool in_function_ = false;                 ///< of the host, which a stream calls
    bool had_function_ = false;
    /// What a kernel calls a piece of memory.
    struct Named {
        std::string name{};
        std::uint64_t bytes = 0;  ///< of an element; 0: it has none
        bool is_number = false;   ///< an element
    };
    std::map<std::uint64_t, Named> names_;
};

}  // namespace stridescope::machine
