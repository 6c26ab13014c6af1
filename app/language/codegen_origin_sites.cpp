// When the code is ready: which values end in something that is written or passed on, the sites of
// what makes them, and who holds them.
#include <algorithm>
#include <map>
#include <tuple>

#include "app/language/codegen.h"

namespace stridescope::language {
namespace {

using Node = OriginNode;

}  // namespace

bool Codegen::is_data(const Node::Operand& o) const {
    return o.node >= 0 && nodes_[static_cast<std::size_t>(o.node)].data;
}

bool Codegen::is_data(const Node& node) const {
    switch (node.type) {
        case Node::Type::access: return true;
        case Node::Type::local_load: return locals_[static_cast<std::size_t>(node.object)].data;
        case Node::Type::choice:
        case Node::Type::variable:
            for (int l = node.assigned; l >= 0;
                 l = origin_links_[static_cast<std::size_t>(l)].next) {
                const int from = origin_links_[static_cast<std::size_t>(l)].node;
                if (nodes_[static_cast<std::size_t>(from)].data) return true;
            }
            return false;
        default:
            return std::any_of(node.operands.begin(), node.operands.begin() + node.count,
                               [&](const Node::Operand& o) { return is_data(o); });
    }
}

void Codegen::find_data() {
    bool backwards = false;
    for (bool more = true; more; backwards = !backwards) {
        more = false;
        const auto look = [&](Node& node) {
            if (!node.data && is_data(node)) node.data = more = true;
        };
        // Either way around, so that no chain of copies takes a sweep for each of its links.
        if (backwards)
            std::for_each(nodes_.rbegin(), nodes_.rend(), look);
        else
            std::for_each(nodes_.begin(), nodes_.end(), look);
        for (const LocalStore& s : local_stores_) {
            LocalObject& object = locals_[static_cast<std::size_t>(s.object)];
            if (!object.data && (is_data(s.from) || (object.escapes && dynamic_stores_)))
                object.data = more = true;
        }
    }
}

void Codegen::need(const Node::Operand& o) {
    if (is_data(o)) need_node(o.node);
}

void Codegen::need_object(int object) {
    if (std::exchange(locals_[static_cast<std::size_t>(object)].needed, true)) return;
    for (const LocalStore& s : local_stores_) {
        if (s.object == object) need(s.from);
    }
}

/// Also what is no data, where a value is either it or data.
void Codegen::need_node(int number) {
    Node& node = nodes_[static_cast<std::size_t>(number)];
    if (std::exchange(node.needed, true)) return;
    switch (node.type) {
        case Node::Type::access: return;
        case Node::Type::local_load: need_object(node.object); return;
        case Node::Type::choice:
        case Node::Type::variable:
            for (int l = node.assigned; l >= 0;) {
                const Link link = origin_links_[static_cast<std::size_t>(l)];
                need_node(link.node);
                l = link.next;
            }
            return;
        case Node::Type::op:
        case Node::Type::move:
            // nodes_ does not grow here.
            for (std::uint8_t i = 0; i < node.count; ++i) need(node.operands[i]);
            return;
    }
}

void Codegen::find_needed() {
    for (const Use& use : uses_) {
        for (const Node::Operand& o : use.values) need(o);
    }
    if (!dynamic_loads_) return;
    for (std::size_t i = 0; i < locals_.size(); ++i) {
        if (locals_[i].escapes) need_object(static_cast<int>(i));
    }
}

/// What uses a value has it from its holder.
Source Codegen::source_of(const Node::Operand& o) {
    Source s;
    s.known = o.known;
    s.bits = o.bits;
    if (!is_data(o)) return s;
    int& holder = nodes_[static_cast<std::size_t>(o.node)].holder;
    if (holder < 0) holder = program_->holders++;
    s.holder = holder;
    return s;
}

/// Each value of a site that stands in several instances of a function is handed to the same
/// holder.
void Codegen::join_uses() {
    std::ranges::stable_sort(uses_, {}, &Use::site);
    std::vector<Use> joined;
    for (std::size_t i = 0; i < uses_.size();) {
        std::size_t end = i + 1;
        while (end < uses_.size() && uses_[end].site == uses_[i].site) ++end;
        Use use = uses_[i];
        for (std::size_t n = 0; end - i > 1 && n < use.values.size(); ++n) {
            const int any = new_node(Node::Type::variable);
            for (std::size_t k = i; k < end; ++k) {
                if (const int from = uses_[k].values[n].node; from >= 0) link(any, from);
            }
            use.values[n] = {any, false, 0};
        }
        joined.push_back(std::move(use));
        i = end;
    }
    uses_ = std::move(joined);
}

/// A lane's own arrays that data passes through become objects, their accesses sites.
void Codegen::place_local_sites() {
    Program& p = *program_;
    std::vector<int> object_of_local(locals_.size(), -1);
    for (std::size_t i = 0; i < locals_.size(); ++i) {
        const LocalObject& local = locals_[i];
        if (!local.needed) continue;
        Object o;
        o.space = Space::local;
        o.element = local.element;
        o.bytes = local.bytes;
        o.offset = (local.slot & ~lanes_flag) / warp_lanes;
        o.variable = local.variable;
        if (local.variable != nullptr) {
            o.name = local.variable->name;
            for (const Type* t = local.variable->type; t->is_array(); t = t->of)
                o.extents.push_back(t->count);
        }
        object_of_local[i] = static_cast<int>(p.objects.size());
        p.objects.push_back(std::move(o));
    }
    const auto add = [&](SiteKind kind, int instr, int local, std::uint32_t width, Kind value,
                         const auto& from) {
        Site s;
        s.kind = kind;
        s.place = from.place;
        s.object = object_of_local[static_cast<std::size_t>(local)];
        s.width = width;
        s.value = value;
        s.loop = from.loop;
        s.step = from.step;
        s.statement = from.statement;
        const int site = static_cast<int>(p.sites.size());
        p.code[static_cast<std::size_t>(instr)].site = site;
        p.sites.push_back(std::move(s));
        return site;
    };
    for (const int n : local_loads_) {
        Node& node = nodes_[static_cast<std::size_t>(n)];
        if (node.needed && locals_[static_cast<std::size_t>(node.object)].needed)
            node.site = add(SiteKind::load, node.instr, node.object, node.width, node.value, node);
    }
    for (const LocalStore& s : local_stores_) {
        if (!locals_[static_cast<std::size_t>(s.object)].needed) continue;
        const int site = add(SiteKind::store, s.instr, s.object, s.width, s.value, s);
        uses_.push_back({site, {s.from}});
    }
}

void Codegen::place_computed_sites() {
    Program& p = *program_;
    // Instances of one function number the ops of a line alike.
    std::map<std::tuple<const void*, std::uint64_t>, std::uint32_t> times;
    std::map<std::uint64_t, std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t>> lines;
    for (Node& node : nodes_) {
        if (!node.needed || (node.type != Node::Type::op && node.type != Node::Type::move))
            continue;
        Site s;
        s.place = node.place;
        s.kind = node.type == Node::Type::op && node.data ? SiteKind::op : SiteKind::move;
        s.value = node.value;
        s.width = is_wide(node.value) ? 8 : 4;
        s.loop = node.loop;
        s.step = node.step;
        s.statement = node.statement;
        if (node.data) {
            s.operation = node.operation;
            s.builtin = node.builtin;
            s.computed = node.computed;
            s.detail = node.detail;
        }
        if (s.kind == SiteKind::op) {
            const std::uint64_t line =
                static_cast<std::uint64_t>(node.place.file) << 32 | node.place.line;
            const std::uint64_t place = line << 16 | node.place.column;
            const std::uint32_t time = times[{node.instance, place}]++;
            auto& of_line = lines[line];
            s.operand = of_line
                            .emplace(std::pair(std::uint32_t{node.place.column}, time),
                                     static_cast<std::uint32_t>(of_line.size()))
                            .first->second;
        }
        node.site = static_cast<int>(p.sites.size());
        p.sites.push_back(std::move(s));
    }
}

/// Who has what: each site gives it to the holders of the variables that it is assigned to, and to
/// its own.
void Codegen::place_holders() {
    std::vector<Site>& sites = program_->sites;
    for (const Use& use : uses_) {
        for (const Node::Operand& o : use.values)
            sites[static_cast<std::size_t>(use.site)].sources.push_back(source_of(o));
    }
    for (Node& node : nodes_) {
        if (node.site < 0 || (node.type != Node::Type::op && node.type != Node::Type::move))
            continue;
        Site& s = sites[static_cast<std::size_t>(node.site)];
        if (!node.data && node.type == Node::Type::op) {
            s.sources.push_back({});
            continue;
        }
        for (std::uint8_t i = 0; i < node.count; ++i)
            s.sources.push_back(source_of(node.operands[i]));
    }
    const auto give = [&](const Node& node, int holder) {
        if (holder < 0 || node.site < 0) return;
        const Given given{holder, node.part};
        std::vector<Given>& all = sites[static_cast<std::size_t>(node.site)].gives;
        if (std::ranges::find(all, given) == all.end()) all.push_back(given);
    };
    for (const Node& node : nodes_) {
        if (node.type != Node::Type::variable && node.type != Node::Type::choice) {
            give(node, node.holder);
            continue;
        }
        for (int l = node.assigned; l >= 0;) {
            const Link link = origin_links_[static_cast<std::size_t>(l)];
            give(nodes_[static_cast<std::size_t>(link.node)], node.holder);
            l = link.next;
        }
    }
}

void Codegen::place_sites() {
    join_uses();
    find_data();
    find_needed();
    place_local_sites();
    place_computed_sites();
    place_holders();
}

/// Puts what is needed of the notes into the code.
void Codegen::place_notes() {
    Program& p = *program_;
    std::erase_if(notes_,
                  [&](const Note& n) { return nodes_[static_cast<std::size_t>(n.node)].site < 0; });
    std::ranges::stable_sort(notes_, {}, &Note::instr);
    std::vector<Instr> code;
    std::vector<Place> places;
    code.reserve(p.code.size() + notes_.size());
    places.reserve(p.code.size() + notes_.size());
    std::vector<int> moved_to(p.code.size() + 1);
    auto next = notes_.begin();
    for (std::size_t k = 0; k < p.code.size(); ++k) {
        moved_to[k] = static_cast<int>(code.size());
        Instr i = p.code[k];
        if (i.code == Code::note) {
            const int site = nodes_[static_cast<std::size_t>(i.imm)].site;
            i.site = site;
            if (site < 0) continue;
        }
        code.push_back(i);
        places.push_back(p.places[k]);
        for (; next != notes_.end() && next->instr == static_cast<int>(k); ++next) {
            Instr n;
            n.code = Code::note;
            n.mask = next->mask;
            n.key = next->key;
            n.a = next->when.bits;
            n.flag = next->when.flag;
            n.site = nodes_[static_cast<std::size_t>(next->node)].site;
            code.push_back(n);
            places.push_back(p.places[k]);
        }
    }
    moved_to.back() = static_cast<int>(code.size());
    for (int& label : labels_) {
        if (label >= 0) label = moved_to[static_cast<std::size_t>(label)];
    }
    p.code = std::move(code);
    p.places = std::move(places);
}

}  // namespace stridescope::language
