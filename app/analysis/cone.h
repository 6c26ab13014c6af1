// What one value of a text's block is made of, as a graph: back from an element of the output, or
// from a word of shared memory, over operations, registers and shared memory to the elements of the
// inputs.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "app/trace/trace.h"

namespace stridescope {

/// Whose value is asked for: an element of an array in global memory as it is in the end, or of one
/// in shared memory as it is after a step.
struct ConeRoot {
    ArrayId array = ArrayId::none;
    std::int64_t element = 0;
    int step = 0;

    bool operator==(const ConeRoot&) const = default;
};

struct ConeNode {
    enum class Kind {
        input,    ///< an element of global memory that was read
        cell,     ///< of shared memory, as somebody had stored it
        value,    ///< in a thread's register, from one step to a later one, or to another thread
        stored,   ///< an element of global memory that the block stored
        unknown,  ///< of shared memory: nobody wrote it, threads race for it, or it is a word of
                  ///< another block of the cluster
    };
    Kind kind = Kind::input;
    int step = 0;     ///< in which it was read, stored or computed
    int depth = 0;    ///< of those of its step: how many stand between it and the first
    int thread = -1;  ///< which did
    ArrayId array = ArrayId::none;
    std::int64_t element = -1;
    int cell = -1;
    int rank = -1;            ///< in the cluster, of the block whose word it is; −1: of its own
    std::string value{};      ///< empty: it is not known
    std::vector<int> from{};  ///< what it is made of, in the order in which it was read
    int operations = 0;       ///< carried out for it alone
    std::string operation{};  ///< where all of them are the same one
    bool atomic = false;      ///< what atomics added to what stood there
    bool more = false;        ///< what it is made of was not followed
};

struct Cone {
    /// More nodes are not looked at.
    static constexpr int most_nodes = 4096;

    std::string why_not{};          ///< one sentence; where it is not empty nothing else counts
    std::string name{};             ///< of the root: "C[3][5]"
    std::vector<ConeNode> nodes{};  ///< the root first
    std::map<ArrayId, std::int64_t> inputs{};          ///< how many elements of which array
    std::map<std::string, std::int64_t> operations{};  ///< how often which; "": not told
    bool cut = false;                                  ///< there would be more nodes
    bool of_others = false;  ///< other blocks may have changed the root's value, too
};

Cone cone_of(const Trace& trace, int block, const ConeRoot& root);

/// The element that the thread, or, -1, the block stores first in the step; where the step stores
/// none, in the whole run; where the thread stores none, the block's. Its array is none where there
/// is no such element.
ConeRoot first_stored(const Trace& trace, int block, int step, int thread = -1);

/// "C[3][5]", or "C[53]": an element of any array that is named so. Throws UsageError that says
/// what there is.
ConeRoot parse_element(const Trace& trace, const std::string& text);
/// Whether it would find one.
bool has_element(const Trace& trace, const std::string& text);

}  // namespace stridescope
