#include "app/export/ladder_export.h"

namespace stridescope {

std::vector<std::byte> export_ladder(const Ladder& ladder, const LadderOptions& options,
                                     ExportFormat format) {
    return encode_picture(ladder_scene(ladder, Palette::light(), {}, options), {}, format);
}

}  // namespace stridescope
