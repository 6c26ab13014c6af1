// Traces of CUDA texts that say by a card how they are run.
#pragma once

#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/engine/engine.h"
#include "app/engine/machine/text_engine.h"
#include "tests/support/places.h"

namespace stridescope::testing {

/// Of a text with its card.
inline std::shared_ptr<const Trace> recorded_text(const std::string& text,
                                                  std::vector<Setting> defines = {},
                                                  const std::string& path = "test.cu") {
    Experiment experiment;
    experiment.text = TextSpec{.path = path, .text = text, .defines = std::move(defines)};
    return record_text(experiment, {});
}

/// Of one of the program's own: "reduce/reduce_modulo.cu".
inline std::shared_ptr<const Trace> recorded_kernel(const std::string& name,
                                                    std::vector<Setting> defines = {}) {
    const std::string path = source_dir() + "/kernels/" + name;
    std::ifstream file{path};
    const std::string text{std::istreambuf_iterator<char>{file}, {}};
    return recorded_text(text, std::move(defines), path);
}

}  // namespace stridescope::testing
