#include "app/ui/window/speaker_window.h"

#include "app/experiment/experiment.h"

namespace stridescope {

struct SpeakerWindow::Parts {
    WidgetMap widgets;
};

SpeakerWindow::SpeakerWindow(Window&, const FontSet&) {
    throw RunError("A page in a browser has one window.");
}
SpeakerWindow::~SpeakerWindow() = default;

bool SpeakerWindow::closed() {
    return true;
}
std::vector<InputEvent> SpeakerWindow::take_keys() {
    return {};
}
bool SpeakerWindow::wants_frame(bool) {
    return false;
}
double SpeakerWindow::due_in() const {
    return 1;
}
void SpeakerWindow::draw(const AppState&, Commands&) {}
const WidgetMap& SpeakerWindow::widgets() const {
    return parts_->widgets;
}

}  // namespace stridescope
