// A text's kernels as CUDA again, for a compiler: as they stand, or with a call at each access that
// a program's sites tell of, or at each barrier alone. Macros are expanded, templates put in and
// functions of the host left out; statements, names and types are the text's own.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "app/language/program.h"
#include "app/language/tree.h"

namespace stridescope::language {

/// A place where the printed text records: of the expression and kind as Site::expr and Site::kind
/// have them.
struct PrintedSite {
    const Expr* expr = nullptr;
    SiteKind kind = SiteKind::load;
    Place place{};

    bool operator==(const PrintedSite&) const = default;
};

enum class Printing {
    plain,
    recording,  ///< of a launch whose blocks stand in a row: their places in the grid are ss_own's
    rest,  ///< plain, but blocks of which ss_elsewhere() says that they run elsewhere do nothing
    /// Plain, and beside it once more with barriers that tell the time: ss_tells() says which of
    /// the two a block takes.
    timed,
    timed_accesses  ///< the same, and each access calls what tells its time, too
};

struct Printed {
    std::string text{};
    std::vector<PrintedSite> sites{};                ///< by the number that the text records
    std::vector<const Variable*> shared{};           ///< by index in ss_places
    std::map<const Function*, std::string> names{};  ///< of the kernels, as a compiler exports them
    std::map<const Variable*, std::string> globals{};  ///< those that the kernels name, and how
};

/// What a text that records calls; whoever compiles it puts their definitions before it.
///     ss_load(own, site, pointer), ss_store(own, site, pointer, value),
///     ss_update(own, sites, pointer, function), ss_atomic(own, site, pointer, function),
///     ss_shfl…(own, site, mask, value, lane, width), ss_barrier(own)
/// Where each shared variable lies it tells by ss_place(own, &ss_places[index], &variable). `own`
/// is an ss_Recorder, a kernel's first variable, which functions hand on. One that tells times
/// calls ss_syncthreads(own) and so on in place of __syncthreads(); of
/// accesses it calls the same as one that records where they are to be told, too, but for
/// asynchronous copies, and of atomics and shuffles ss_issued(own, site, function, what it is
/// given…). Throws FaultError for what has
/// no CUDA to be printed as.
Printed print(std::span<Function* const> kernels, Printing as);

}  // namespace stridescope::language
