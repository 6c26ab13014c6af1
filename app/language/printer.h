// How a text is printed: see print.h.
#pragma once

#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/language/print_tree.h"
#include "app/language/tree.h"

namespace stridescope::language {

class Printer {
  public:
    explicit Printer(Printing as)
        : record_{as == Printing::recording},
          timed_{as == Printing::timed || as == Printing::timed_accesses},
          tells_accesses_{as == Printing::recording || as == Printing::timed_accesses},
          rest_{as == Printing::rest} {}
    Printed print(std::span<Function* const> kernels);

  private:
    // --- what has to be declared
    void find(const Function& f);
    void find(const Stmt* s);
    void find(const Expr* e);
    void need(const Type* type);
    void name_all();
    void define(const Type* type);
    std::string named(const Variable& v) const;
    static bool is_cuda_type(const Struct& s);

    // --- declarations and statements
    std::string declaration(const Type* type, std::string name) const;
    std::string type(const Type* t) const { return declaration(t, {}); }
    std::string global(const Variable& v);
    std::string head(const Function& f);
    std::string parameters(const Function& f, bool inner) const;
    void line(std::string_view text);
    void function(const Function& f);
    void chosen_body(const Function& kernel);
    void body(const Stmt* s);
    void variable(const Variable& v);
    void note_place(const Variable& v);
    void pragma(const Stmt* loop);
    void statement(const Stmt* s);

    // --- expressions (print_expressions.cpp)
    std::string value(const Expr* e);
    std::string place(const Expr* e);
    std::string loaded(const Expr* e);
    std::string unary(const Expr* e);
    std::string assigned(const Expr* e);
    std::string compound(const Expr* e);
    std::string step(const Expr* e);
    std::string called(const Expr* e);
    std::string builtin(const Expr* e);
    std::string list(const Expr* e);
    std::string integer(const Expr* e) const;
    static std::string real(const Expr* e);
    static const Expr* root(const Expr* e);
    /// A barrier is passed within it; in functions that it calls is not looked.
    static bool has_barrier(const Stmt* s);
    bool is_recorded(const Expr* e) const;
    unsigned site(const Expr* e, SiteKind kind);

    /// What records or tells times has a variable that functions hand on.
    bool hands_on() const { return record_ || timed_; }

    bool record_, timed_, tells_accesses_, rest_;
    bool returns_reference_ = false;  ///< of the function that is printed
    int indent_ = 0;
    std::string text_, structs_, shared_functions_;
    int shared_count_ = 0;  ///< variables that shared_functions_ has
    std::vector<const Function*> functions_;
    std::vector<const Variable*> globals_;
    const Function* finding_ = nullptr;  ///< whose names are looked at
    std::vector<const Type*> found_structs_;
    std::set<const Struct*> seen_structs_;
    std::map<const Function*, std::string> names_;
    std::map<const Struct*, std::string> struct_names_;
    std::map<const Variable*, std::string> global_names_;
    std::vector<PrintedSite> sites_;
    std::vector<const Variable*> shared_;
};

}  // namespace stridescope::language
