// The functions that the library's texts call and the machine has: what the subset cannot say.
#pragma once

#include <string_view>

namespace stridescope::language {

/// Its result and its parameters, a letter for each: v nothing, i int, l long, d double, p a
/// pointer to characters, P one to whatever.
struct Native {
    std::string_view name{};
    std::string_view signature{};
};

inline constexpr Native natives[] = {
    // files of C, by their FILE*
    {"__file_open", "Ppp"},
    {"__file_close", "iP"},
    {"__file_read", "lPlP"},
    {"__file_write", "lPlP"},
    {"__file_seek", "iPli"},
    {"__file_tell", "lP"},
    {"__file_ended", "iP"},
    {"__file_failed", "iP"},
    {"__file_clear", "vP"},
    {"__file_get", "iP"},
    {"__file_unget", "iiP"},
    {"__file_line", "pP"},
    {"__file_remove", "ip"},
    // a window of that name, which nobody sees
    {"__window", "vp"},
    // what of main's input nobody has said, as a sentence
    {"__guess", "vp"},
    // a call of CUDA's that cannot do what it is told, and why: the error
    {"__cuda_refused", "ip"},
    // what main computes here a captured graph would have to: a sentence, by which main stops then
    {"__not_captured", "vp"},
    // streams of C++, by number
    {"__stream_new", "i"},
    {"__stream_open", "iipi"},
    {"__stream_is_open", "ii"},
    {"__stream_close", "vi"},
    {"__stream_text", "pi"},
    {"__stream_size", "li"},
    {"__stream_set_text", "vipl"},
    {"__stream_state", "ii"},
    {"__stream_set_state", "vii"},
    {"__stream_flush", "vi"},
    {"__stream_format", "liil"},
    {"__stream_change", "viii"},
    {"__stream_write", "vipl"},
    {"__stream_read", "liPl"},
    {"__stream_get", "ii"},
    {"__stream_peek", "ii"},
    {"__stream_unget", "vi"},
    {"__stream_ignore", "vili"},
    {"__stream_seek", "vilii"},
    {"__stream_tell", "lii"},
    {"__stream_integer", "liil"},
    {"__stream_real", "diid"},
    {"__stream_word", "pii"},
    {"__stream_line", "pii"},
    // characters
    {"__text_find", "lplpll"},
    {"__text_find_back", "lplpll"},
    {"__text_find_of", "lplplll"},
    {"__text_compare", "iplpl"},
    {"__text_of_integer", "plii"},
    {"__text_of_real", "pd"},
    {"__text_real_end", "lp"},
    // (c, a, b, their sizes and layouts, alpha, beta, their kinds)
    {"__matrix_product", "vPPPPddi"},
    // (pairs of doubles, the three extents, forward or back)
    {"__fourier", "vPPi"},
    {"__memory_kind", "iP"},
    // how many bytes there are from here on in what was allocated
    {"__bytes_from", "lP"},
    // (to, which generator, seed, the first item, how many, each of how many words)
    {"__random_items", "vPlllll"},
    // graphs and their nodes, by number
    {"__graph_begin", "v"},
    {"__graph_end", "l"},
    {"__graph_new", "l"},
    {"__graph_is_capturing", "i"},
    {"__graph_open", "v"},
    {"__graph_close", "lll"},
    {"__graph_after", "vlll"},
    {"__graph_copy", "ll"},
    {"__graph_size", "ll"},
    {"__graph_own", "vP"},
    {"__graph_keep_call", "vlP"},
    {"__graph_call", "lll"},
    {"__graph_data", "Pll"},
    {"__thrown", "vppp"},
    {"__catching", "ii"},
    // ends the run with this sentence
    {"__stuck", "vp"},
};

}  // namespace stridescope::language
