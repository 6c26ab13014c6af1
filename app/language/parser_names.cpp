// Tokens, scopes, and how the parser goes on after a fault.
#include <algorithm>
#include <cctype>
#include <unordered_map>

#include <fmt/format.h>

#include "app/language/library/library.h"
#include "app/language/parser.h"

namespace stridescope::language {

/// The last comment between this token and the one before it that names a step.
std::string_view Parser::step_comment() const {
    if (unit_.steps.empty()) return {};
    const auto position = [](Place p) { return std::pair(p.line, p.column); };
    const Place here = place();
    const Place before = at_ > 0 ? (*tokens_)[at_ - 1].place : Place{};
    std::string_view name;
    for (const StepComment& s : unit_.steps) {
        if (s.place.file == here.file && position(s.place) < position(here) &&
            (before.file != here.file || position(before) < position(s.place)))
            name = s.name;
    }
    return name;
}

namespace {

/// cudaMemcpyKind::cudaMemcpyHostToDevice: the enumerators of CUDA's runtime stand outside, too.
void leave_out_enumerations(std::vector<Token>& tokens) {
    const auto is = [&](std::size_t n, std::string_view text) {
        return n < tokens.size() && tokens[n].text == text;
    };
    constexpr std::string_view enumerations[] = {"cudaMemcpyKind",        "cudaError",
                                                 "cudaError_t",           "cudaFuncAttribute",
                                                 "cudaFuncCache",         "cudaLimit",
                                                 "cudaDeviceAttr",        "cudaSharedMemConfig",
                                                 "cudaMemoryAdvise",      "cudaMemoryType",
                                                 "cudaStreamCaptureMode", "cudaStreamCaptureStatus",
                                                 "cudaChannelFormatKind", "cudaTextureAddressMode",
                                                 "cudaTextureFilterMode", "cudaTextureReadMode",
                                                 "cudaResourceType",      "cudaSurfaceBoundaryMode",
                                                 "cudaGraphNodeType",     "cublasOperation_t",
                                                 "cublasStatus_t",        "cudaMemLocationType",
                                                 "cudaMemAllocationType"};
    std::size_t kept = 0;
    for (std::size_t n = 0; n < tokens.size(); ++n) {
        const bool is_left_out =
            tokens[n].kind == TokenKind::identifier && tokens[n].text.starts_with("cu") &&
            is(n + 1, "::") &&
            std::ranges::find(enumerations, tokens[n].text) != std::end(enumerations);
        if (is_left_out) {
            ++n;
            continue;
        }
        tokens[kept++] = tokens[n];
    }
    tokens.resize(kept);
}

/// namespace chr = std::chrono; what stands behind such a name is what stands behind the other.
void write_out_aliases(std::vector<Token>& tokens) {
    const auto is = [&](std::size_t n, std::string_view text) {
        return n < tokens.size() && tokens[n].text == text;
    };
    std::unordered_map<Atom, std::vector<Token>> aliases;
    for (std::size_t n = 0; n < tokens.size(); ++n) {
        if (!is(n, "namespace") || !is(n + 2, "=") || tokens[n + 1].kind != TokenKind::identifier)
            continue;
        const std::size_t begin = n + (is(n + 3, "::") ? 4 : 3);
        std::size_t end = begin;
        while (end < tokens.size() && !is(end, ";")) ++end;
        if (is(begin, "std") && end < tokens.size())
            aliases[tokens[n + 1].atom] = {tokens.begin() + static_cast<std::ptrdiff_t>(begin),
                                           tokens.begin() + static_cast<std::ptrdiff_t>(end)};
    }
    if (aliases.empty()) return;
    std::vector<Token> out;
    for (std::size_t n = 0; n < tokens.size(); ++n) {
        const auto alias =
            tokens[n].kind == TokenKind::identifier ? aliases.find(tokens[n].atom) : aliases.end();
        const bool is_meant =
            alias != aliases.end() && is(n + 1, "::") && (n == 0 || !is(n - 1, "::"));
        if (!is_meant) {
            out.push_back(tokens[n]);
            continue;
        }
        for (Token each : alias->second) {
            each.place = tokens[n].place;
            out.push_back(each);
        }
    }
    tokens = std::move(out);
}

}  // namespace

Parser::Parser(Unit& unit, std::vector<Token> tokens, std::uint16_t strict_file)
    : strict_file_(strict_file), unit_(unit), names_(unit.names) {
    // cuda::std:: is another name of std::, but for what the device has of its own.
    const auto is_cuda = [](std::string_view name) {
        return name == "atomic" || name == "atomic_ref" || name == "atomic_thread_fence" ||
               name == "barrier" || name.starts_with("memory_order");
    };
    const auto is = [&](std::size_t n, std::string_view text) {
        return n < tokens.size() && tokens[n].text == text;
    };
    // These are told no scope there.
    const auto is_plain = [](std::string_view name) {
        return name == "latch" || name == "binary_semaphore";
    };
    constexpr std::string_view counting = "counting_semaphore";
    const Atom cuda = names_.intern("cuda");
    for (std::size_t n = 0; n < tokens.size(); ++n) {
        if (tokens[n].atom == cuda && tokens[n].kind == TokenKind::identifier && is(n + 1, "::") &&
            is(n + 2, "std")) {
            const std::string_view named = n + 4 < tokens.size() ? tokens[n + 4].text : "";
            const bool of_cuda = is_cuda(named) || is_plain(named) || named == counting;
            if (named == counting) {
                tokens[n + 4].text = names_.keep(fmt::format("__std_{}", counting));
                tokens[n + 4].atom = names_.intern(tokens[n + 4].text);
            }
            if (is_plain(named)) {
                std::vector<Token> none = lex("<>", tokens[n].place.file, names_);
                none.resize(2);  // behind them is an end
                for (Token& each : none) each.place = tokens[n + 4].place;
                tokens.insert(tokens.begin() + static_cast<std::ptrdiff_t>(n + 5), none.begin(),
                              none.end());
            }
            const auto first = tokens.begin() + static_cast<std::ptrdiff_t>(n + (of_cuda ? 2 : 0));
            tokens.erase(first, first + 2);
        }
    }
    leave_out_enumerations(tokens);
    write_out_aliases(tokens);
    tokens_ = &texts_.emplace_back(std::move(tokens));
    symbols_.resize(names_.size() + 64);
    // The names that C's and CUDA's headers give to types.
    const auto alias = [&](std::string_view name, TypeKind kind) {
        const Atom atom = names_.intern(name);
        if (atom >= symbols_.size()) symbols_.resize(atom + 64);
        symbols_[atom].kind = Symbol::Kind::type;
        symbols_[atom].type = basic(kind);
    };
    alias("size_t", TypeKind::u64);
    alias("ssize_t", TypeKind::i64);
    alias("off_t", TypeKind::i64);
    alias("ptrdiff_t", TypeKind::i64);
    alias("intmax_t", TypeKind::i64);
    alias("uintmax_t", TypeKind::u64);
    alias("intptr_t", TypeKind::i64);
    alias("uintptr_t", TypeKind::u64);
    alias("int8_t", TypeKind::i8);
    alias("uint8_t", TypeKind::u8);
    alias("int16_t", TypeKind::i16);
    alias("uint16_t", TypeKind::u16);
    alias("int32_t", TypeKind::i32);
    alias("uint32_t", TypeKind::u32);
    alias("int64_t", TypeKind::i64);
    alias("uint64_t", TypeKind::u64);
    // As glibc has them.
    alias("int_fast8_t", TypeKind::i8);
    alias("uint_fast8_t", TypeKind::u8);
    for (const std::string_view bits : {"16", "32", "64"}) {
        alias(names_.keep(fmt::format("int_fast{}_t", bits)), TypeKind::i64);
        alias(names_.keep(fmt::format("uint_fast{}_t", bits)), TypeKind::u64);
    }
    alias("int_least8_t", TypeKind::i8);
    alias("uint_least8_t", TypeKind::u8);
    alias("int_least16_t", TypeKind::i16);
    alias("uint_least16_t", TypeKind::u16);
    alias("int_least32_t", TypeKind::i32);
    alias("uint_least32_t", TypeKind::u32);
    alias("int_least64_t", TypeKind::i64);
    alias("uint_least64_t", TypeKind::u64);
    alias("u_int8_t", TypeKind::u8);
    alias("u_int16_t", TypeKind::u16);
    alias("u_int32_t", TypeKind::u32);
    alias("u_int64_t", TypeKind::u64);
    alias("u_char", TypeKind::u8);
    alias("u_int", TypeKind::u32);
    alias("uint", TypeKind::u32);
    alias("uchar", TypeKind::u8);
    alias("ushort", TypeKind::u16);
    alias("ulong", TypeKind::u64);
    alias("clock_t", TypeKind::i64);
    alias("cudaError_t", TypeKind::i32);
    alias("cudaEvent_t", TypeKind::i64);
    alias("cudaStream_t", TypeKind::i64);
    alias("cudaGraph_t", TypeKind::i64);
    alias("cudaGraphExec_t", TypeKind::i64);
    alias("cudaGraphNode_t", TypeKind::i64);
    alias("cudaMemPool_t", TypeKind::i64);
    alias("cudaStreamAttrID", TypeKind::i32);
    alias("cudaLaunchAttributeID", TypeKind::i32);
    alias("cudaTextureObject_t", TypeKind::u64);
    alias("cudaSurfaceObject_t", TypeKind::u64);
    for (const std::string_view enumeration : {"cudaError",
                                               "cudaMemcpyKind",
                                               "cudaSharedMemConfig",
                                               "cudaFuncCache",
                                               "cudaLimit",
                                               "cudaDeviceAttr",
                                               "cudaMemoryAdvise",
                                               "cudaMemLocationType",
                                               "cudaMemAllocationType",
                                               "cudaComputeMode",
                                               "cudaFuncAttribute",
                                               "cudaTextureAddressMode",
                                               "cudaTextureFilterMode",
                                               "cudaTextureReadMode",
                                               "cudaResourceType",
                                               "cudaResourceViewFormat",
                                               "cudaChannelFormatKind",
                                               "cudaSurfaceBoundaryMode",
                                               "cudaAccessProperty",
                                               "cudaStreamCaptureMode",
                                               "cudaStreamCaptureStatus",
                                               "cudaMemPoolAttr"})
        alias(enumeration, TypeKind::i32);
    for (std::size_t part = 0; part < library().size(); ++part) {
        const Atom atom = names_.intern(library()[part].name);
        if (atom >= symbols_.size()) symbols_.resize(atom + 64);
        symbols_[atom].kind = Symbol::Kind::library;
        symbols_[atom].value = static_cast<std::int64_t>(part);
        if (!library()[part].is_type) parts_[atom] = {part, false};
    }
    symbols_.resize(names_.size() + 64);
}

Parser::Symbol Parser::symbol_of(Atom atom) {
    if (atom >= symbols_.size()) return {};
    if (symbols_[atom].kind == Symbol::Kind::library) {
        const auto part = static_cast<std::size_t>(symbols_[atom].value);
        if (const auto known = parts_.find(atom); known != parts_.end())
            known->second.is_read = true;
        read_library(part);
    }
    return symbols_[atom];
}

/// Reads a part as if it stood at the text's top.
void Parser::read_library(std::size_t part) {
    std::vector<Token>& tokens =
        texts_.emplace_back(lex(library()[part].text, library_file, names_));
    symbols_.resize(std::max(symbols_.size(), names_.size() + 64));
    const AtTheTop top(*this);
    tokens_ = &tokens;
    at_ = 0;
    while (peek().kind != TokenKind::end) top_level();
}

void Parser::bind(Atom atom, Symbol symbol) {
    if (atom >= symbols_.size()) symbols_.resize(atom + 64);
    undo_.emplace_back(atom, symbols_[atom]);
    symbols_[atom] = symbol;
}

void Parser::close_scope(std::size_t mark) {
    while (undo_.size() > mark) {
        symbols_[undo_.back().first] = undo_.back().second;
        undo_.pop_back();
    }
}

/// Takes the names of open scopes away for a while, so that a template sees only global ones.
void Parser::suspend_scopes(std::size_t mark) {
    for (std::size_t i = undo_.size(); i > mark; --i) {
        std::swap(symbols_[undo_[i - 1].first], undo_[i - 1].second);
    }
}

void Parser::resume_scopes(std::size_t mark) {
    for (std::size_t i = mark; i < undo_.size(); ++i) {
        std::swap(symbols_[undo_[i].first], undo_[i].second);
    }
}

Parser::AtTheTop::AtTheTop(Parser& parser)
    : parser_(parser),
      tokens_(parser.tokens_),
      at_(parser.at_),
      function_(std::exchange(parser.function_, nullptr)),
      scope_(std::exchange(parser.scope_, nullptr)),
      loops_(std::exchange(parser.loop_depth_, 0)),
      switches_(std::exchange(parser.switch_depth_, 0)),
      open_(std::exchange(parser.open_, 0)),
      closed_(std::exchange(parser.closed_, 0)),
      is_for_host_(std::exchange(parser.is_for_host_, false)),
      is_between_angles_(std::exchange(parser.is_between_angles_, false)),
      forwards_(std::exchange(parser.forwards_, nullptr)) {
    parser.suspend_scopes(0);
    undo_ = std::exchange(parser.undo_, {});
}

Parser::AtTheTop::~AtTheTop() {
    parser_.close_scope(0);
    parser_.undo_ = std::move(undo_);
    parser_.resume_scopes(0);
    parser_.tokens_ = tokens_;
    parser_.at_ = at_;
    parser_.function_ = function_;
    parser_.scope_ = scope_;
    parser_.loop_depth_ = loops_;
    parser_.switch_depth_ = switches_;
    parser_.open_ = open_;
    parser_.closed_ = closed_;
    parser_.is_for_host_ = is_for_host_;
    parser_.is_between_angles_ = is_between_angles_;
    parser_.forwards_ = forwards_;
}

void Parser::expect(Punct p, std::string_view where) {
    if (take(p)) return;
    // What is missing belongs behind what was read last.
    Place at = place();
    if (at_ > 0 && peek().line_start) {
        const Token& last = (*tokens_)[at_ - 1];
        at = last.place;
        at.column = static_cast<std::uint16_t>(at.column + last.text.size());
    }
    const Token& token = peek();
    const std::string_view have = token.kind == TokenKind::end ? "the text ends" : token.text;
    fail(at, fmt::format("\"{}\" is missing {}{}", spelling(p), where,
                         peek().line_start ? "" : fmt::format(", before \"{}\"", have)));
}

void Parser::fail_too_much() const {
    throw FaultError(place(),
                     "this text takes too long to read: its templates or overloads are tried too "
                     "often");
}

void Parser::fail_token(std::string_view wanted) const {
    const Token& token = peek();
    if (token.kind == TokenKind::end)
        fail(token.place, fmt::format("the text ends where {} is expected", wanted));
    fail(token.place, fmt::format("\"{}\" found where {} is expected", token.text, wanted));
}

void Parser::run(std::vector<Fault>& faults) {
    told_ = &faults;
    declarations(false);
    if (unit_.kernels.empty()) make_default_kernels();
    write_callers();
}

/// The value of a template's parameter that nobody gives, as its name has it: threads of a block, a
/// tile's side, or a few of something.
std::int64_t Parser::guessed_value(const Template& t, const Template::Parameter& parameter) const {
    if (parameter.type != nullptr && parameter.type->kind == TypeKind::bool_) return 1;
    const auto small = [&](const Template::Parameter& p) {
        std::string name{names_.text(p.atom)};
        std::ranges::transform(name, name.begin(),
                               [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
        return name;
    };
    const std::string name = small(parameter);
    const auto has = [&](std::string_view part) { return name.find(part) != std::string::npos; };
    constexpr std::int64_t side = 16, threads = 256, few = 4;
    if (has("tile") || has("dim")) return side;
    // BLOCK_M, BLOCK_N and BLOCK_K, or BM, BN and BK, are a tile's sides.
    const auto sides = std::ranges::count_if(t.parameters, [&](const Template::Parameter& p) {
        return small(p).find("block") != std::string::npos;
    });
    if ((has("block") && sides > 1) || name == "bm" || name == "bn" || name == "bk") return side;
    return has("block") || has("thread") ? threads : few;
}

/// Kernels that nothing launches: a guess takes float for their template's types, and small values.
void Parser::make_default_kernels() {
    for (std::size_t i = 0; i < templates_.size(); ++i) {
        Template& t = templates_[i];
        if (!t.has_body || t.has_this || t.tokens == nullptr) continue;
        bool is_kernel = false;
        for (std::size_t n = t.begin;
             n < t.tokens->size() && (*t.tokens)[n].punct != Punct::open_paren; ++n)
            is_kernel |= (*t.tokens)[n].text == "__global__";
        unit_.has_kernel_templates = unit_.has_kernel_templates || is_kernel;
        if (!is_kernel || !t.instances.empty()) continue;
        std::vector<Argument> values(t.parameters.size());
        take_defaults(t, values);
        for (std::size_t n = 0; n < values.size(); ++n) {
            if (values[n].given) continue;
            const Template::Parameter& parameter = t.parameters[n];
            values[n] = parameter.is_type ? Argument{basic(TypeKind::f32), 0, true}
                                          : Argument{nullptr, guessed_value(t, parameter), true};
        }
        try {
            instantiate(t, std::move(values), (*t.tokens)[t.begin].place);
        } catch (const FaultError& error) {
            put_aside(error);
        }
    }
}

/// What is wrong with one declaration, or with a function's body, is a matter of those that need
/// it. Where a brace is missing nobody knows where it ends: that is a fault of the whole text.
void Parser::declarations(bool in_braces) {
    constexpr std::size_t most_told = 20;
    while (peek().kind != TokenKind::end && !(in_braces && at(Punct::close_brace))) {
        const Open before = open();
        const std::size_t globals = unit_.globals.size();
        try {
            top_level();
        } catch (const FaultError& error) {
            go_back(before);
            if (!skip_declaration(in_braces) || error.fault().place.file == strict_file_) {
                if (in_braces) throw;
                told_->push_back(error.fault());
                continue;
            }
            forget_globals(globals, (*tokens_)[before.at].place);
            refuse(before.at, put_aside(error));
            if (told_->size() >= most_told) told_->resize(most_told);
        }
    }
}

/// Keeps the fault for whoever needs what it is in, and tells it once.
const Fault* Parser::put_aside(const FaultError& error) {
    Fault& fault = unit_.faults.emplace_back(error.fault());
    fault.put_aside = true;
    // What the library cannot do is told where the text wants it.
    if (fault.place.file != library_file && std::ranges::find(*told_, fault) == told_->end())
        told_->push_back(fault);
    return &fault;
}

Parser::Open Parser::open() const {
    Open open;
    open.tokens = tokens_;
    open.at = at_;
    open.function = function_;
    open.scope = scope_;
    open.closed = closed_;
    open.is_for_host = is_for_host_;
    open.is_between_angles = is_between_angles_;
    open.choices = choices_;
    open.temporaries = temporaries_;
    open.names_only = names_only_;
    open.made = temporaries_ != nullptr ? temporaries_->size() : 0;
    open.converts = converts_;
    open.depth = depth_;
    open.expressions = open_;
    open.loops = loop_depth_;
    open.switches = switch_depth_;
    open.names = undo_.size();
    open.blocks = blocks_.size();
    open.jumps = jumps_.size();
    open.ended = ended_.size();
    open.lived_in_loop = lived_in_loop_;
    open.lived_in_switch = lived_in_switch_;
    return open;
}

void Parser::go_back(const Open& open) {
    tokens_ = open.tokens;
    at_ = open.at;
    function_ = open.function;
    scope_ = open.scope;
    closed_ = open.closed;
    is_for_host_ = open.is_for_host;
    is_between_angles_ = open.is_between_angles;
    choices_ = open.choices;
    temporaries_ = open.temporaries;
    names_only_ = open.names_only;
    if (temporaries_ != nullptr) temporaries_->resize(open.made);
    converts_ = open.converts;
    depth_ = open.depth;
    open_ = open.expressions;
    loop_depth_ = open.loops;
    switch_depth_ = open.switches;
    directly_in_switch_ = false;
    close_scope(open.names);
    blocks_.resize(std::min(blocks_.size(), open.blocks));
    while (jumps_.size() > open.jumps) jumps_.pop_back();
    ended_.resize(std::min(ended_.size(), open.ended));
    lived_in_loop_ = open.lived_in_loop;
    lived_in_switch_ = open.lived_in_switch;
}

/// Goes on behind the declaration that is not understood. False: nobody knows where it ends.
bool Parser::skip_declaration(bool in_braces) {
    int depth = 0;
    while (peek().kind != TokenKind::end) {
        if (in_braces && depth == 0 && at(Punct::close_brace)) return true;  // the one around it
        const Token& token = next();
        if (token.kind != TokenKind::punctuator) continue;
        if (token.punct == Punct::open_brace) ++depth;
        if (token.punct == Punct::semicolon && depth == 0) return true;
        if (token.punct != Punct::close_brace || --depth > 0) continue;
        // struct { … } name; and = { … }, other = …;
        const bool goes_on = at(Punct::semicolon) || at(Punct::comma) || at(Punct::assign) ||
                             at(Punct::star) ||
                             (peek().kind == TokenKind::identifier &&
                              (at(Punct::semicolon, 1) || at(Punct::comma, 1) ||
                               at(Punct::assign, 1) || at(Punct::open_bracket, 1)));
        if (!goes_on) return true;
    }
    return false;
}

/// The operator's name at this token, which may not be understood.
Token Parser::named_operator(std::size_t at) {
    const Open before = open();
    Token name;
    at_ = at;
    try {
        name = operator_name();
    } catch (const FaultError&) {
        name = (*tokens_)[at];
    }
    go_back(before);
    return name;
}

/// Whoever names what the declaration from `begin` on declares is refused.
void Parser::refuse(std::size_t begin, const Fault* fault) {
    note_said_blocks(begin, at_);
    const std::optional<Token> name = declared_name(begin);
    if (!name) return;
    // Of a class or a namespace that is named before it.
    for (std::size_t i = begin + 2; i < at_; ++i) {
        const Token& token = (*tokens_)[i];
        if (token.place != name->place || token.kind != TokenKind::identifier) continue;
        const Token& before = (*tokens_)[i - 1];
        if (before.kind == TokenKind::punctuator && before.punct == Punct::scope)
            return refuse_member((*tokens_)[i - 2], *name, fault);
        break;
    }
    Symbol symbol;
    symbol.kind = Symbol::Kind::faulty;
    symbol.fault = fault;
    // Which function a call means is not known any more, but what is launched is a kernel.
    bool is_kernel = false;
    for (std::size_t i = begin; i < at_ && (*tokens_)[i].punct != Punct::open_brace; ++i)
        is_kernel |= (*tokens_)[i].atom == static_cast<Atom>(Word::kw_global);
    if (const Symbol* before = find(name->atom); before != nullptr && !is_kernel)
        symbol.functions = before->functions;
    publish(name->atom, symbol);
    unit_.refused.emplace_back(name->text, fault);
}

/// What is declared within its class, but defined outside, and not understood there.
void Parser::refuse_member(const Token& scope, const Token& name, const Fault* fault) {
    const Symbol* outer = find(scope.atom);
    Class* c =
        outer != nullptr && outer->kind == Symbol::Kind::type ? class_of(outer->type) : nullptr;
    Scope* inner = c != nullptr ? &c->scope : outer != nullptr ? outer->scope : nullptr;
    if (inner == nullptr) return;
    const Symbol* known = inner->find(name.atom);
    const Overloads* all = known != nullptr ? known->functions : nullptr;
    if (c != nullptr && name.text == c->name) all = &c->constructors;
    if (all == nullptr) {
        Symbol symbol;
        symbol.kind = Symbol::Kind::faulty;
        symbol.fault = fault;
        return inner->set(name.atom, symbol);
    }
    for (Function* f : all->functions) {
        if (f->body == nullptr && !pending_bodies_.contains(f)) f->fault = fault;
    }
}

/// The variables that a declaration made which was not understood, from `begin` to here.
void Parser::forget_globals(std::size_t since, Place begin) {
    const Place end = (*tokens_)[at_ > 0 ? at_ - 1 : 0].place;
    const auto position = [](Place p) { return std::pair(p.line, p.column); };
    const auto is_of_it = [&](const Variable* v) {
        return v->place.file == begin.file && position(v->place) >= position(begin) &&
               position(v->place) <= position(end);
    };
    const auto first = unit_.globals.begin() + static_cast<std::ptrdiff_t>(since);
    unit_.globals.erase(std::remove_if(first, unit_.globals.end(), is_of_it), unit_.globals.end());
    // The others are those of templates and of the library, which it was the first to need.
    for (std::size_t i = since; i < unit_.globals.size(); ++i)
        unit_.globals[i]->index = static_cast<int>(i);
}

void Parser::hold_understood(const Symbol* symbol) {
    if (symbol != nullptr && symbol->kind == Symbol::Kind::faulty) throw FaultError(*symbol->fault);
}

/// What the declaration from `begin` on gives a name to, as far as that can be seen without
/// understanding it.
std::optional<Token> Parser::declared_name(std::size_t begin) {
    const auto& all = *tokens_;
    const auto is = [&](std::size_t i, Punct p) {
        return all[i].kind == TokenKind::punctuator && all[i].punct == p;
    };
    const auto word = [&](std::size_t i) {
        return all[i].kind == TokenKind::identifier ? static_cast<Word>(all[i].atom) : Word::count;
    };
    const auto is_name = [&](std::size_t i) {
        return all[i].kind == TokenKind::identifier && all[i].atom > static_cast<Atom>(Word::count);
    };
    std::size_t i = begin;
    if (i < at_ && word(i) == Word::kw_template) {
        int depth = 0;
        for (++i; i < at_; ++i) {
            if (is(i, Punct::less)) ++depth;
            if (is(i, Punct::greater)) --depth;
            if (is(i, Punct::shift_right)) depth -= 2;
            if (is(i, Punct::launch_close)) depth -= 3;
            if (depth <= 0) break;
        }
        ++i;
    }
    const bool is_typedef = i < at_ && word(i) == Word::kw_typedef;
    std::optional<Token> last;
    int depth = 0;
    for (; i < at_; ++i) {
        const bool tags = word(i) == Word::kw_struct || word(i) == Word::kw_class ||
                          word(i) == Word::kw_union || word(i) == Word::kw_enum ||
                          word(i) == Word::kw_using;
        if (tags && depth == 0 && !is_typedef) {
            if (i + 2 < at_ && is_name(i + 1) &&
                (is(i + 2, Punct::open_brace) || is(i + 2, Punct::colon) ||
                 is(i + 2, Punct::assign) || is(i + 2, Punct::semicolon)))
                return all[i + 1];
        }
        const bool attribute = word(i) == Word::kw_launch_bounds || word(i) == Word::kw_align ||
                               word(i) == Word::kw_alignas || word(i) == Word::kw_attribute;
        if (attribute) {
            int inner = 0;
            for (++i; i < at_; ++i) {
                if (is(i, Punct::open_paren)) ++inner;
                if (is(i, Punct::close_paren) && --inner == 0) break;
            }
            continue;
        }
        if (depth == 0 && is_name(i)) last = all[i];
        if (depth == 0 && word(i) == Word::kw_operator && i + 1 < at_) return named_operator(i);
        const bool ends = is(i, Punct::open_paren) || is(i, Punct::assign) ||
                          is(i, Punct::open_bracket) || is(i, Punct::semicolon);
        if (ends && depth == 0 && last && (!is_typedef || is(i, Punct::semicolon))) return last;
        if (is(i, Punct::open_brace) || is(i, Punct::less)) ++depth;
        if (is(i, Punct::close_brace) || is(i, Punct::greater)) --depth;
        if (is(i, Punct::shift_right)) depth -= 2;
        if (is(i, Punct::launch_close)) depth -= 3;
    }
    return last;
}

}  // namespace stridescope::language
