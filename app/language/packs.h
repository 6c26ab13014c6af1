// Template parameters that stand for any number: what is written with them, written out for one
// number of them.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "app/language/token.h"

namespace stridescope::language {

/// How the pack's part is called: `args` has `args__0`, `args__1`, … Names with two underscores are
/// no program's own.
std::string part_name(std::string_view pack, std::size_t index);

/// How many parts each name stands for; those that the tokens declare (`A... args`) come to it.
using Packs = std::unordered_map<Atom, std::size_t>;

/// The tokens with their packs written out: `f(args)...` as `f(args__0), f(args__1)`, folds and
/// `sizeof...` as what they come to. `autos`: how many parameters `auto... args` is, of a lambda.
std::vector<Token> written_out(std::span<const Token> tokens, Packs packs, Names& names,
                               std::optional<std::size_t> autos = std::nullopt);

}  // namespace stridescope::language
