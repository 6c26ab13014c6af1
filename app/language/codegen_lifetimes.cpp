// What functions have for themselves ends with them: who reaches it later is told of.
#include <algorithm>

#include "app/language/codegen.h"
#include "app/language/library/library.h"

namespace stridescope::language {

bool Codegen::is_of_called(const Variable* variable) const {
    if (variable == nullptr || variable->storage != Storage::local || instance_->parent == nullptr)
        return false;
    const Function& f = *instance_->function;
    if (f.place.file == library_file || f.place.line == 0 || outside_ != nullptr) return false;
    // What a reference is bound to lives as long as the whole expression of the call.
    return std::ranges::find(f.parameters, variable) == f.parameters.end();
}

void Codegen::mark_own(Slot at, bool ended) {
    Instr& i = emit(Code::own_mark);
    i.c = at, i.mask = mask();
    i.flag = ended ? 1 : 0;
}

void Codegen::end_variables(const Instance& in) {
    const Function& f = *in.function;
    if (f.place.file == library_file || f.place.line == 0 || outside_ != nullptr) return;
    for (std::size_t k = 0; k < in.variables.size() && k < f.variables.size(); ++k) {
        const VarInfo& v = in.variables[k];
        const Variable* const variable = f.variables[k];
        if (!v.in_memory || v.alias || v.bound || v.stack_offset >= 0 ||
            variable->storage != Storage::local ||
            std::ranges::find(f.parameters, variable) != f.parameters.end())
            continue;
        const int object = v.memory_object;
        if (on_host_) {
            const auto n = static_cast<std::size_t>(object);
            if (object < 0 || n >= program_->objects.size() ||
                program_->objects[n].variable != variable)
                continue;
        } else {
            const auto n = static_cast<std::size_t>(object - local_objects);
            if (object < local_objects || n >= locals_.size() || locals_[n].variable != variable ||
                locals_[n].function != &f)
                continue;
            if (locals_[n].ended != 0) mark_own(locals_[n].ended, true);
        }
        ended_[object] = &f;
        ended_variables_[object] = variable;
    }
}

void Codegen::check_alive(int object) {
    const auto at = ended_.find(object);
    if (at == ended_.end()) return;
    const Slot never = bits(constant(Kind::i32, 0));
    Instr& i = emit(Code::check);
    i.a = never, i.mask = mask();
    i.flag = 2;
    i.imm = static_cast<std::int64_t>(program_->unset_names.size());
    program_->unset_names.push_back(ended_variables_[object]->name);
    program_->unset_names.push_back(at->second->name);
}

void Codegen::find_own_variables() {
    for (const LocalObject& local : locals_) {
        if (!local.escapes) continue;
        Program::OwnVariable v;
        v.begin = (local.slot & ~lanes_flag) / warp_lanes;
        v.bytes = local.bytes;
        if (local.variable != nullptr) v.name = local.variable->name;
        if (local.function != nullptr && local.ended != 0) {
            v.function = local.function->name;
            v.ended = local.ended;
        }
        program_->own_variables.push_back(v);
    }
}

}  // namespace stridescope::language
