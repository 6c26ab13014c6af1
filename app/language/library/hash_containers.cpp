// std::hash, and containers whose order follows from it: buckets as libstdc++ has them, so that a
// loop goes over their elements in the order in which a program that g++ made does.
#include "app/language/library/parts.h"

namespace stridescope::language {

std::span<const LibraryPart> hashed_parts() {
    static constexpr LibraryPart parts[] = {
        // As libstdc++'s std::_Hash_bytes: MurmurHash2 for 64 bits.
        {"__hash_bytes", R"(
size_t __hash_bytes(const void *from, size_t count) {
    const size_t mul = 0xc6a4a7935bd1e995ull;
    const unsigned char *p = (const unsigned char *)from;
    size_t hash = 0xc70f6907ull ^ (count * mul);
    for (; count >= 8; count -= 8, p += 8) {
        size_t data = 0;
        for (int i = 7; i >= 0; --i) data = (data << 8) | p[i];
        data *= mul;
        data ^= data >> 47;
        hash = (hash ^ (data * mul)) * mul;
    }
    if (count > 0) {
        size_t data = 0;
        for (int i = (int)count - 1; i >= 0; --i) data = (data << 8) | p[i];
        hash = (hash ^ data) * mul;
    }
    hash = (hash ^ (hash >> 47)) * mul;
    return hash ^ (hash >> 47);
}
)"},
        {"hash", R"(
template <typename T> struct hash {
    size_t operator()(const T &value) const {
        if constexpr (__is_floating(T)) return value != 0 ? __hash_bytes(&value, sizeof(T)) : 0;
        else return (size_t)value;
    }
};
template <> struct hash<string> {
    size_t operator()(const string &text) const { return __hash_bytes(text.data(), text.size()); }
};
template <> struct hash<string_view> {
    size_t operator()(const string_view &text) const { return __hash_bytes(text.data(), text.size()); }
};
)",
         true},
        // As many buckets as there may be.
        {"__bucket_counts", R"(
const size_t __bucket_counts[] = {
    17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 103, 109, 113,
    127, 137, 139, 149, 157, 167, 179, 193, 199, 211, 227, 241, 257, 277, 293, 313, 337, 359,
    383, 409, 439, 467, 503, 541, 577, 619, 661, 709, 761, 823, 887, 953, 1031, 1109, 1193,
    1289, 1381, 1493, 1613, 1741, 1879, 2029, 2179, 2357, 2549, 2753, 2971, 3209, 3469, 3739,
    4027, 4349, 4703, 5087, 5503, 5953, 6427, 6949, 7517, 8123, 8783, 9497, 10273, 11113,
    12011, 12983, 14033, 15173, 16411, 17749, 19183, 20753, 22447, 24281, 26267, 28411, 30727,
    33223, 35933, 38873, 42043, 45481, 49201, 53201, 57557, 62233, 67307, 72817, 78779, 85229,
    92203, 99733, 107897, 116731, 126271, 136607, 147793, 159871, 172933, 187091, 202409,
    218971, 236897, 256279, 277261, 299951, 324503, 351061, 379787, 410857, 444487, 480881,
    520241, 562841, 608903, 658753, 712697, 771049, 834181, 902483, 976369, 1056323, 1142821,
    1236397, 1337629, 1447153, 1565659, 1693859, 1832561, 1982627, 2144977, 2320627, 2510653,
    2716249, 2938679, 3179303, 3439651, 3721303, 4026031, 4355707, 4712381, 5098259, 5515729,
    5967347, 6456007, 6984629, 7556579, 8175383, 8844859, 9569143, 10352717, 11200489,
    12117689, 13109983, 14183539, 15345007, 16601593, 17961079, 19431899, 21023161, 22744717,
    24607243, 26622317, 28802401, 31160981, 33712729, 36473443, 39460231
};
)"},
        {"__hash_node", R"(
template <typename V> struct __hash_node {
    __hash_node<V> *__next;
    size_t __code;
    V __value;
};
)",
         true},
        // All elements are one list; a bucket says where the pointer to its first one lies, which
        // is
        // in the last one of the bucket before, or at the list's head.
        {"__hash_table", R"(
template <typename K, typename V, typename H, typename E, bool Many = false> struct __hash_table {
    __hash_node<V> **__head;
    __hash_node<V> ***__buckets;
    size_t __bucket_count, __count, __next_resize;
    double __most_load;
    H __hash;
    E __same;
    typedef V value_type;
    typedef K key_type;
    typedef __node_iterator<__hash_node<V>, V> iterator;
    typedef __node_iterator<__hash_node<V>, V> const_iterator;
    typedef size_t size_type;
    __hash_table() { __make(); }
    __hash_table(const __hash_table<K, V, H, E, Many> &from) { __take(from); }
    __if_ends(V) ~__hash_table() { __hash_table<K, V, H, E, Many>::clear(); }
    __if_ends(V) __hash_table<K, V, H, E, Many> &operator=(const __hash_table<K, V, H, E, Many> &from) {
        if (this == &from) return *this;
        __hash_table<K, V, H, E, Many>::clear();
        __take(from);
        return *this;
    }
    void __make() {
        __head = (__hash_node<V> **)calloc(1, sizeof(void *));
        __bucket_count = 1;
        __count = __next_resize = 0;
        __most_load = 1;
        __buckets = (__hash_node<V> ***)calloc(1, sizeof(void *));
    }
    void __take(const __hash_table<K, V, H, E, Many> &from) {
        __make();
        __bucket_count = from.__bucket_count;
        __next_resize = from.__next_resize;
        __most_load = from.__most_load;
        __placed(__hash, from.__hash);
        __placed(__same, from.__same);
        __buckets = (__hash_node<V> ***)calloc(__bucket_count, sizeof(void *));
        __hash_node<V> **link = __head;
        for (__hash_node<V> *p = *from.__head; p != nullptr; p = p->__next) {
            *link = __node(p->__value, p->__code);
            size_t at = p->__code % __bucket_count;
            if (__buckets[at] == nullptr) __buckets[at] = link;
            link = &(*link)->__next;
        }
        __count = from.__count;
    }
    static const K &__key(const V &value) {
        if constexpr (is_same<K, V>::value) return value;
        else return value.first;
    }
    __hash_node<V> *__bare(size_t code) {
        __hash_node<V> *made = (__hash_node<V> *)malloc(sizeof(__hash_node<V>));
        made->__next = nullptr;
        made->__code = code;
        return made;
    }
    __hash_node<V> *__node(const V &value, size_t code) {
        __hash_node<V> *made = __bare(code);
        __placed(made->__value, value);
        return made;
    }
    __hash_node<V> *__found(const K &key, size_t code) const {
        size_t at = code % __bucket_count;
        if (__buckets[at] == nullptr) return nullptr;
        __hash_node<V> *p = *__buckets[at];
        while (p != nullptr && p->__code % __bucket_count == at) {
            if (p->__code == code && __same(__key(p->__value), key)) return p;
            p = p->__next;
        }
        return nullptr;
    }
    size_t __next_count(size_t least) {
        const size_t few[] = {1, 2, 2, 3, 5, 5, 7, 7, 11, 11, 11, 11, 13, 13};
        if (least == 0) return 1;
        size_t found = 0;
        if (least < 14) {
            found = few[least];
        } else {
            size_t i = 0;
            while (__bucket_counts[i] < least) ++i;
            found = __bucket_counts[i];
        }
        __next_resize = (size_t)floor(found * __most_load);
        return found;
    }
    void __put(__hash_node<V> *p) {
        size_t at = p->__code % __bucket_count;
        if (__buckets[at] != nullptr) {
            p->__next = *__buckets[at];
            *__buckets[at] = p;
            return;
        }
        p->__next = *__head;
        *__head = p;
        if (p->__next != nullptr) __buckets[p->__next->__code % __bucket_count] = &p->__next;
        __buckets[at] = __head;
    }
    void __rehash(size_t count) {
        if constexpr (Many) return __rehash_many(count);
        __hash_node<V> *p = *__head;
        __bucket_count = count;
        __buckets = (__hash_node<V> ***)calloc(count, sizeof(void *));
        *__head = nullptr;
        while (p != nullptr) {
            __hash_node<V> *next = p->__next;
            __put(p);
            p = next;
        }
    }
    // Elements of one key stay together, in their order, as libstdc++ keeps them.
    void __rehash_many(size_t count) {
        __hash_node<V> *p = *__head;
        __bucket_count = count;
        __buckets = (__hash_node<V> ***)calloc(count, sizeof(void *));
        *__head = nullptr;
        size_t first = 0, before_at = 0;
        __hash_node<V> *before = nullptr;
        bool is_behind = false;
        while (p != nullptr) {
            __hash_node<V> *next = p->__next;
            size_t at = p->__code % count;
            if (before != nullptr && before_at == at) {
                p->__next = before->__next;
                before->__next = p;
                is_behind = true;
            } else {
                if (is_behind) __note_next(before, before_at);
                is_behind = false;
                if (__buckets[at] == nullptr) {
                    p->__next = *__head;
                    *__head = p;
                    __buckets[at] = __head;
                    if (p->__next != nullptr) __buckets[first] = &p->__next;
                    first = at;
                } else {
                    p->__next = *__buckets[at];
                    *__buckets[at] = p;
                }
            }
            before = p;
            before_at = at;
            p = next;
        }
        if (is_behind) __note_next(before, before_at);
    }
    // The bucket of what comes behind begins at this one.
    void __note_next(__hash_node<V> *p, size_t own) {
        if (p->__next == nullptr) return;
        size_t next = p->__next->__code % __bucket_count;
        if (next != own) __buckets[next] = &p->__next;
    }
    // Before the first one of its key; of a few with a slow hash, behind that.
    __hash_node<V> *__join_many(const V &value) {
        constexpr size_t few = is_same<H, hash<string>>::value || is_same<H, hash<string_view>>::value ? 20 : 0;
        const K &key = __key(value);
        __hash_node<V> *hint = nullptr;
        if (__count <= few) {
            hint = *__head;
            while (hint != nullptr && !__same(key, __key(hint->__value))) hint = hint->__next;
        }
        __hash_node<V> *p = __node(value, hint != nullptr ? hint->__code : __hash(key));
        __make_room(1);
        size_t at = p->__code % __bucket_count;
        ++__count;
        if (hint != nullptr) {
            p->__next = hint->__next;
            hint->__next = p;
            __note_next(p, at);
            return p;
        }
        __hash_node<V> **link = __buckets[at];
        if (link != nullptr) {
            while (*link != nullptr && (*link)->__code % __bucket_count == at) {
                if ((*link)->__code == p->__code && __same(key, __key((*link)->__value))) {
                    p->__next = *link;
                    *link = p;
                    return p;
                }
                link = &(*link)->__next;
            }
        }
        __put(p);
        return p;
    }
    pair<__node_iterator<__hash_node<V>, V>, bool> insert(const V &value) {
        size_t code = __hash(__key(value));
        __node_iterator<__hash_node<V>, V> at = {__found(__key(value), code)};
        if (at.__at != nullptr) return pair<__node_iterator<__hash_node<V>, V>, bool>(at, false);
        at.__at = __node(value, code);
        __join(at.__at);
        return pair<__node_iterator<__hash_node<V>, V>, bool>(at, true);
    }
    void __join(__hash_node<V> *p) {
        __make_room(1);
        __put(p);
        ++__count;
    }
    void __make_room(size_t more_elements) {
        if (__count + more_elements > __next_resize) {
            size_t wanted = __count + more_elements;
            if (__next_resize == 0 && wanted < 11) wanted = 11;
            double least = wanted / __most_load;
            if (least >= __bucket_count) {
                size_t more = (size_t)floor(least) + 1;
                if (more < 2 * __bucket_count) more = 2 * __bucket_count;
                __rehash(__next_count(more));
            } else {
                __next_resize = (size_t)floor(__bucket_count * __most_load);
            }
        }
    }
    pair<__node_iterator<__hash_node<V>, V>, bool> __add(const V &value) { return __hash_table<K, V, H, E, Many>::insert(value); }
    template <typename I> void insert(I first, I last) {
        for (; first != last; ++first) __add(*first);
    }
    __node_iterator<__hash_node<V>, V> begin() const {
        __node_iterator<__hash_node<V>, V> at = {*__head};
        return at;
    }
    __node_iterator<__hash_node<V>, V> end() const {
        __node_iterator<__hash_node<V>, V> at = {nullptr};
        return at;
    }
    __node_iterator<__hash_node<V>, V> cbegin() const { return begin(); }
    __node_iterator<__hash_node<V>, V> cend() const { return end(); }
    __node_iterator<__hash_node<V>, V> find(const K &key) const {
        __node_iterator<__hash_node<V>, V> at = {__found(key, __hash(key))};
        return at;
    }
    size_t count(const K &key) const {
        __hash_node<V> *p = __found(key, __hash(key));
        if constexpr (Many) {
            size_t n = 0;
            for (; p != nullptr && __same(__key(p->__value), key); p = p->__next) ++n;
            return n;
        }
        return p != nullptr ? 1 : 0;
    }
    pair<__node_iterator<__hash_node<V>, V>, __node_iterator<__hash_node<V>, V>> equal_range(const K &key) const {
        __node_iterator<__hash_node<V>, V> first = {__found(key, __hash(key))};
        __node_iterator<__hash_node<V>, V> last = {first.__at};
        while (last.__at != nullptr && __same(__key(last.__at->__value), key)) last.__at = last.__at->__next;
        return pair<__node_iterator<__hash_node<V>, V>, __node_iterator<__hash_node<V>, V>>(first, last);
    }
    bool contains(const K &key) const { return count(key) > 0; }
    size_t size() const { return __count; }
    bool empty() const { return __count == 0; }
    size_t bucket_count() const { return __bucket_count; }
    size_t bucket(const K &key) const { return __hash(key) % __bucket_count; }
    float load_factor() const { return (float)__count / (float)__bucket_count; }
    float max_load_factor() const { return (float)__most_load; }
    void max_load_factor(float most) { __most_load = most; }
    void rehash(size_t count) {
        size_t least = (size_t)ceil((__count + 1) / __most_load);
        size_t kept = __next_resize;
        count = __next_count(count > least ? count : least);
        if (count != __bucket_count) __rehash(count);
        else __next_resize = kept;
    }
    void reserve(size_t count) { rehash((size_t)ceil(count / __most_load)); }
    void clear() {
        __hash_node<V> *p = *__head;
        while (p != nullptr) {
            __hash_node<V> *next = p->__next;
            if constexpr (__ends(V)) __ended(p->__value);
            free(p);
            p = next;
        }
        for (size_t i = 0; i < __bucket_count; ++i) __buckets[i] = nullptr;
        *__head = nullptr;
        __count = 0;
    }
    __node_iterator<__hash_node<V>, V> erase(__node_iterator<__hash_node<V>, V> at) {
        __hash_node<V> *p = at.__at;
        size_t own = p->__code % __bucket_count;
        __hash_node<V> **link = __buckets[own];
        while (*link != p) link = &(*link)->__next;
        __hash_node<V> *next = p->__next;
        bool is_last = next == nullptr || next->__code % __bucket_count != own;
        if (is_last && next != nullptr) __buckets[next->__code % __bucket_count] = link;
        if (is_last && __buckets[own] == link) __buckets[own] = nullptr;
        *link = next;
        if constexpr (__ends(V)) __ended(p->__value);
        free(p);
        --__count;
        __node_iterator<__hash_node<V>, V> behind = {next};
        return behind;
    }
    size_t erase(const K &key) {
        __node_iterator<__hash_node<V>, V> at = find(key);
        size_t n = 0;
        if constexpr (Many) {
            size_t all = count(key);
            for (; n < all; ++n) at = erase(at);
            return n;
        }
        if (at.__at == nullptr) return 0;
        erase(at);
        return 1;
    }
    __node_iterator<__hash_node<V>, V> erase(__node_iterator<__hash_node<V>, V> first, __node_iterator<__hash_node<V>, V> last) {
        while (first != last) first = erase(first);
        return last;
    }
};
)",
         true},
        {"unordered_map", R"(
template <typename K, typename T, typename H = hash<K>, typename E = equal_to<K>>
struct unordered_map : __hash_table<K, pair<K, T>, H, E> {
    typedef pair<K, T> value_type;
    typedef T mapped_type;
    typedef __node_iterator<__hash_node<pair<K, T>>, pair<K, T>> iterator;
    typedef __node_iterator<__hash_node<pair<K, T>>, pair<K, T>> const_iterator;
    unordered_map() {}
    explicit unordered_map(size_t count) {
        if (count > 0) this->rehash(count);
    }
    template <typename I> unordered_map(I first, I last) {
        for (; first != last; ++first) this->__add(*first);
    }
    pair<iterator, bool> __add(const pair<K, T> &each) { return this->insert(each); }
    T &operator[](const K &key) {
        size_t code = this->__hash(key);
        __hash_node<pair<K, T>> *p = this->__found(key, code);
        if (p == nullptr) {
            p = this->__bare(code);
            __placed(p->__value.first, key);
            __placed(p->__value.second, T());
            this->__join(p);
        }
        return p->__value.second;
    }
    T &at(const K &key) {
        __hash_node<pair<K, T>> *p = this->__found(key, this->__hash(key));
        if (p == nullptr) throw out_of_range("unordered_map::at");
        return p->__value.second;
    }
    const T &at(const K &key) const {
        __hash_node<pair<K, T>> *p = this->__found(key, this->__hash(key));
        if (p == nullptr) throw out_of_range("unordered_map::at");
        return p->__value.second;
    }
    pair<iterator, bool> try_emplace(const K &key, const T &value) { return this->insert(pair<K, T>(key, value)); }
    pair<iterator, bool> insert_or_assign(const K &key, const T &value) {
        pair<iterator, bool> put = this->insert(pair<K, T>(key, value));
        if (!put.second) put.first->second = value;
        return put;
    }
    bool operator==(const unordered_map<K, T, H, E> &other) const {
        if (this->size() != other.size()) return false;
        for (iterator each = this->begin(); each != this->end(); ++each) {
            iterator same = other.find(each->first);
            if (same == other.end() || !(same->second == each->second)) return false;
        }
        return true;
    }
    bool operator!=(const unordered_map<K, T, H, E> &other) const { return !(*this == other); }
};
)",
         true},
        {"unordered_set", R"(
template <typename K, typename H = hash<K>, typename E = equal_to<K>>
struct unordered_set : __hash_table<K, K, H, E> {
    typedef K value_type;
    typedef __node_iterator<__hash_node<K>, K> iterator;
    typedef __node_iterator<__hash_node<K>, K> const_iterator;
    unordered_set() {}
    explicit unordered_set(size_t count) {
        if (count > 0) this->rehash(count);
    }
    template <typename I> unordered_set(I first, I last) {
        for (; first != last; ++first) this->__add(*first);
    }
    pair<iterator, bool> __add(const K &key) { return this->insert(key); }
    bool operator==(const unordered_set<K, H, E> &other) const {
        if (this->size() != other.size()) return false;
        for (iterator each = this->begin(); each != this->end(); ++each) {
            if (other.count(*each) == 0) return false;
        }
        return true;
    }
    bool operator!=(const unordered_set<K, H, E> &other) const { return !(*this == other); }
};
)",
         true},
        // Those of one key stand beside each other.
        {"__hash_many", R"(
template <typename K, typename V, typename H, typename E> struct __hash_many : __hash_table<K, V, H, E, true> {
    typedef __node_iterator<__hash_node<V>, V> iterator;
    typedef __node_iterator<__hash_node<V>, V> const_iterator;
    iterator insert(const V &value) {
        iterator at = {this->__join_many(value)};
        return at;
    }
    iterator insert(iterator hint, const V &value) { return insert(value); }
    template <typename I, typename = enable_if_t<!__is_integral(I)>> void insert(I first, I last) {
        size_t n = distance(first, last);
        if (n == 0) return;
        this->__make_room(n);
        for (; first != last; ++first) insert(*first);
    }
    template <typename I> void __begin_with(I first, I last) {
        size_t count = this->__next_count((size_t)ceil(distance(first, last) / this->__most_load));
        if (count > this->__bucket_count) this->__rehash(count);
        for (; first != last; ++first) insert(*first);
    }
};
)",
         true},
        {"unordered_multimap", R"(
template <typename K, typename T, typename H = hash<K>, typename E = equal_to<K>>
struct unordered_multimap : __hash_many<K, pair<K, T>, H, E> {
    typedef pair<K, T> value_type;
    typedef T mapped_type;
    typedef __node_iterator<__hash_node<pair<K, T>>, pair<K, T>> iterator;
    typedef __node_iterator<__hash_node<pair<K, T>>, pair<K, T>> const_iterator;
    iterator __add(const pair<K, T> &value) { return this->insert(value); }
    unordered_multimap() {}
    explicit unordered_multimap(size_t count) {
        if (count > 0) this->rehash(count);
    }
    template <typename I, typename = enable_if_t<!__is_integral(I)>> unordered_multimap(I first, I last) { this->__begin_with(first, last); }
};
)",
         true},
        {"unordered_multiset", R"(
template <typename K, typename H = hash<K>, typename E = equal_to<K>>
struct unordered_multiset : __hash_many<K, K, H, E> {
    typedef K value_type;
    typedef __node_iterator<__hash_node<K>, K> iterator;
    typedef __node_iterator<__hash_node<K>, K> const_iterator;
    iterator __add(const K &value) { return this->insert(value); }
    unordered_multiset() {}
    explicit unordered_multiset(size_t count) {
        if (count > 0) this->rehash(count);
    }
    template <typename I, typename = enable_if_t<!__is_integral(I)>> unordered_multiset(I first, I last) { this->__begin_with(first, last); }
};
)",
         true},
    };
    return parts;
}

}  // namespace stridescope::language
