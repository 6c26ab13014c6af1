// How the members of a trace's file are kept in it.
#pragma once

namespace stridescope {

enum class Packing {
    deflated,
    stored,  ///< as they are: where the bytes only go from one memory to another
};

}  // namespace stridescope
