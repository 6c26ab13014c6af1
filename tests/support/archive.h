// A trace file taken apart, so that tests can tamper with its members.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/trace/npz.h"
#include "app/trace/trace_file.h"

namespace stridescope::testing {

/// The members of a .npz by name, as raw bytes.
struct Archive {
    std::map<std::string, std::string> members;

    explicit Archive(const std::vector<std::byte>& file) {
        NpzReader npz{file, "the file"};
        for (const std::string& name : npz.names()) {
            members[name] = npz.read(name, std::uint64_t{1} << 30).text();
        }
    }
    std::vector<std::byte> packed() const {
        NpzWriter npz;
        for (const auto& [name, bytes] : members) npz.add_text(name, bytes);
        return npz.finish();
    }
    std::shared_ptr<const Trace> decoded() const { return decode_trace(packed(), "the file"); }

    nlohmann::ordered_json meta() const {
        return nlohmann::ordered_json::parse(members.at("meta.json"));
    }
    void set_meta(const nlohmann::ordered_json& meta) { members["meta.json"] = meta.dump(); }

    /// Element i of an array member as T, to read or to overwrite. `name` has no ".npy".
    template <class T>
    T get(const std::string& name, std::size_t i) const {
        T value;
        members.at(name + ".npy")
            .copy(reinterpret_cast<char*>(&value), sizeof(T), data_offset(name) + i * sizeof(T));
        return value;
    }
    template <class T>
    void set(const std::string& name, std::size_t i, T value) {
        members.at(name + ".npy")
            .replace(data_offset(name) + i * sizeof(T), sizeof(T),
                     reinterpret_cast<const char*>(&value), sizeof(T));
    }
    /// Length of the .npy head, format 1.0.
    std::size_t data_offset(const std::string& name) const {
        const std::string& bytes = members.at(name + ".npy");
        return 10 + static_cast<unsigned char>(bytes[8]) +
               256 * static_cast<std::size_t>(static_cast<unsigned char>(bytes[9]));
    }
};

}  // namespace stridescope::testing
