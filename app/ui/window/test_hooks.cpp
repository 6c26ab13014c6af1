#include "app/ui/window/test_hooks.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>

#include "app/experiment/text/library_texts.h"
#include "app/experiment/text/scan_flags.h"
#include "app/io/errors.h"
#include "app/session/run_text.h"
#include "app/session/text_findings.h"
#include "app/ui/window/accessible.h"

namespace stridescope {
namespace {

using nlohmann::json;

/// What a text's run is set to, besides the text.
json json_of(const TextSpec& spec) {
    return {{"path", spec.path},     {"name", name_of(spec)}, {"defines", spec.defines},
            {"kernel", spec.kernel}, {"launch", spec.launch}, {"arguments", spec.arguments}};
}

json json_of(const Experiment& e, KnownKnobs& known) {
    json out{{"kernel", kernel_id(e.text)},
             {"text", json_of(e.text)},
             {"engine", name_of(e.engine)},
             {"schedule", text_of(e.schedule)},
             {"memory", text_of_memory(e.text.weak_memory)},
             {"sms", e.sms},
             {"resident", e.resident},
             {"defines", json::object()},
             {"arguments", json::object()}};
    for (const ScanSetting& setting : scan_settings(e.text)) out[setting.name] = setting.value;
    // As they stand: what the text says, and what is set beside it.
    for (const TextKnob& knob : known.of(e.text)) out["defines"][knob.name] = knob.value;
    for (const auto& [name, value] : e.text.defines) out["defines"][name] = value;
    for (const auto& [name, value] : e.text.arguments) out["arguments"][name] = value;
    return out;
}

json json_of(const Recording& recording, KnownKnobs& known) {
    const Trace& trace = *recording.trace;
    const Verdict verdict = output_verdict(recording);
    json out{{"experiment", json_of(trace.experiment(), known)},
             {"n", trace.n()},
             {"grid", trace.grid()},
             {"blocks", trace.blocks()},
             {"steps", trace.step_count()},
             {"excess", recording.work.totals.excess()},
             {"output_ok", !recording.wrong.has_value()},
             {"diagnostics", trace.diagnostics().size()},
             {"findings", json::array()},
             {"opened_from", recording.opened_from}};
    for (const Finding& found : recording.findings) {
        out["findings"].push_back(
            {{"kind", name_of(found.kind)}, {"message", found.text}, {"step", found.step}});
    }
    out["unpadded_excess"] =
        recording.unpadded ? json(recording.unpadded_totals.excess()) : json(nullptr);
    out["status"] = {{"run", run_sentence(trace)},
                     {"output", verdict.text},
                     {"padding", padding_verdict(recording).text}};
    return out;
}

json json_of(const std::optional<RequestChoice>& request) {
    if (!request) return nullptr;
    return {{"site", request->site}, {"iteration", request->iteration}, {"warp", request->warp}};
}

json json_of_beside(const AppState& state) {
    json out{{"on", state.comparison.beside.on}, {"lock", name_of(state.comparison.beside.lock)}};
    const ShownPair* pair = state.pair();
    if (pair == nullptr) return out;
    out["left"] = pair->titles.left.front();
    out["right"] = pair->titles.right.front();
    out["other_step"] = state.other_step();
    out["other_steps"] = pair->right->step_count();
    out["words"] = beside_sentence(state);
    return out;
}

json json_of(const Message& message) {
    return {{"fine", message.fine}, {"text", message.text}, {"read", message.read}};
}

json votes_of(const ClassVote& vote, const Question& question) {
    json votes = json::array();
    for (std::size_t i = 0; i < question.options.size(); ++i) votes.push_back(vote.of(i));
    return votes;
}

json json_of(const LessonState& lesson) {
    if (!lesson.open()) return nullptr;
    const LessonPlay& play = lesson.play;
    json out{{"title", play.lesson()->title}, {"page", play.page()},
             {"pages", play.pages()},         {"questions", json::array()},
             {"answers", play.answers()},     {"right_answers", play.right_answers()},
             {"knobs", lesson.knobs}};
    for (std::size_t i = 0; i < lesson.questions.size(); ++i) {
        const Question& question = lesson.questions[i];
        const auto chosen = play.chosen(i);
        json votes = json::array();
        if (const LessonAnswer* answer = play.answer_to(i))
            votes = votes_of(answer->vote, question);
        out["questions"].push_back({{"text", question.text},
                                    {"options", question.options},
                                    {"right", question.right},
                                    {"also", question.also},
                                    {"typed", question.typed},
                                    {"answered", chosen ? json(*chosen) : json(nullptr)},
                                    {"settled", play.answered(i)},
                                    {"votes", std::move(votes)}});
    }
    return out;
}

json json_of(const ExerciseState& exercise) {
    if (!exercise.open()) return nullptr;
    json out{{"title", exercise.exercise().title},
             {"judging", exercise.judging},
             {"hints", exercise.hints},
             {"passed", exercise.passed},
             {"verdicts", json::array()}};
    if (!exercise.judgement) return out;
    out["points"] = exercise.judgement->points();
    for (const ExerciseVerdict& verdict : exercise.judgement->verdicts) {
        out["verdicts"].push_back({{"name", verdict.name},
                                   {"state", name_of(verdict.state)},
                                   {"sentence", verdict.sentence}});
    }
    return out;
}

json json_of(const PredictState& predict) {
    json out{{"on", predict.on},
             {"answers", predict.answers},
             {"right", predict.right},
             {"answered", predict.answered ? json(*predict.answered) : json(nullptr)},
             {"question", nullptr}};
    if (const auto& question = predict.question) {
        out["question"] = {{"text", question->text},
                           {"options", question->options},
                           {"right", question->right},
                           {"why", question->why},
                           {"votes", votes_of(predict.vote, *question)}};
    }
    return out;
}

json json_of(const editor::Position& at) {
    return {at.line + 1, at.column + 1};
}

json json_of(const Document& document, bool is_shown) {
    json faults = json::array();
    for (const TextFault& fault : document.findings.faults) {
        faults.push_back(
            {{"line", fault.line}, {"column", fault.column}, {"message", fault.message}});
    }
    const editor::Range selection = document.editor.selection();
    return {{"path", document.path},
            {"unsaved", document.unsaved},
            {"text", document.text()},
            {"cursor", json_of(document.editor.cursor())},
            {"selection", {json_of(selection.from), json_of(selection.to)}},
            {"changed_on_disk", document.on_disk.has_value()},
            {"is_shown", is_shown},
            {"faults", std::move(faults)}};
}

std::string_view name_of(Leaving leaving) {
    switch (leaving) {
        case Leaving::no: return "";
        case Leaving::asked: return "asked";
        case Leaving::wants_path: return "wants_path";
        case Leaving::saving: break;
    }
    return "saving";
}

json json_of(const AppState& state, KnownKnobs& known) {
    const Playback& playback = state.playback;
    const Step* step = state.current_step();
    json out{
        {"step", playback.step()},
        {"steps", playback.steps()},
        {"phase", step != nullptr ? json(step->phase) : json(nullptr)},
        {"stride", step != nullptr ? json(step->stride) : json(nullptr)},
        {"playing", playback.playing()},
        {"speed", playback.speed()},
        {"loop", playback.loop()},
        {"last_folder", state.preferences.last_folder},
        {"block", state.block},
        {"grid",
         {{"events", state.grid.events()},
          {"count", state.grid.count()},
          {"playing", state.grid.playing()}}},
        {"experiment", json_of(state.experiment, known)},
        {"impossible", state.edit.impossible},
        {"error", state.runs.error},
        {"recording", state.runs.recording.now},
        {"recordings", state.runs.recordings},
        {"gpu_problem", state.runs.gpu.known ? json(state.runs.gpu.problem) : json(nullptr)},
        {"comparing", state.runs.comparing.now},
        {"held", state.comparison.held.trace ? json(state.comparison.held.name) : json(nullptr)},
        {"against_held", state.comparison.against_held},
        {"heatmap_axis", state.display.look.axis == HeatmapAxis::bank ? "bank" : "warp"},
        {"compare", state.comparison.on},
        {"beside", json_of_beside(state)},
        {"turn", name_of(state.display.look.view)},
        {"hide_later", state.display.look.hide_later},
        {"element", state.display.look.element},
        {"heat",
         {{"events", static_cast<int>(state.display.look.events)},
          {"measure", static_cast<int>(state.display.look.measure)},
          {"difference", state.display.look.difference}}},
        {"fixed_text",
         state.edit.fixed_text ? json(state.edit.fixed_text->from.name) : json(nullptr)},
        {"card_folded", state.display.card_folded},
        {"sorted_by", state.display.look.sorted_by},
        {"request", json_of(state.display.look.request)},
        {"global_request", json_of(state.display.look.global_request)},
        {"warp", state.display.look.warp ? json(*state.display.look.warp) : json(nullptr)},
        {"wave", state.wave()},
        {"timeline", name_of(state.display.look.timeline)},
        {"selection", name_of(state.display.look.selection)},
        {"pointed", name_of(state.display.pointed)},
        {"enlarged",
         state.display.look.alone ? json(name_of(*state.display.look.alone)) : json(nullptr)},
        {"theme", name_of(state.preferences.theme)},
        {"text_scale", state.preferences.text_scale},
        {"can_undo", state.edit.can_undo()},
        {"can_redo", state.edit.can_redo()},
        {"undo_words", state.edit.undo_words},
        {"redo_words", state.edit.redo_words},
        {"recent_files", state.preferences.recent_files},
        {"writing", state.writing.what}};
    out["recent_experiments"] = json::array();
    for (const Experiment& e : state.preferences.recent_experiments) {
        out["recent_experiments"].push_back(json_of(e, known));
    }
    out["messages"] = json::array();
    for (const Message& message : state.messages) out["messages"].push_back(json_of(message));
    out["document"] = state.document
                          ? json_of(*state.document, state.trace_of_document() != nullptr)
                          : json(nullptr);
    out["leaving"] = name_of(state.leaving);
    out["draft"] = state.draft.has_value();
    out["lesson"] = json_of(state.lesson);
    out["exercise"] = json_of(state.exercise);
    out["predict"] = json_of(state.predict);
    const PresenterState& presenter = state.presenter;
    out["presenter"] = {{"locked", presenter.locked},
                        {"spotlight", presenter.spotlight},
                        {"full_screen", presenter.full_screen},
                        {"presentation", presenter.presentation},
                        {"blank", presenter.blank},
                        {"asked", presenter.asked},
                        {"typed_count", presenter.typed_count},
                        {"tour", presenter.tour ? json(*presenter.tour) : json(nullptr)}};
    out["layout"] = state.preferences.layout;
    out["trace"] = state.runs.shown ? json_of(*state.runs.shown, known) : json(nullptr);
    return out;
}

}  // namespace

const std::vector<TextKnob>& KnownKnobs::of(const TextSpec& spec) {
    constexpr std::size_t most = 16;
    const auto known = std::ranges::find(known_, spec, &Known::first);
    if (known != known_.end()) return known->second;
    if (known_.size() == most) known_.pop_front();
    return known_.emplace_back(spec, knobs_of(spec)).second;
}

void TestHooks::frame_done(const AppState& state, const WidgetMap& widgets, const Frame& frame) {
    ++frame_;
    json rectangles = json::object();
    for (const auto& [name, widget] : widgets) {
        rectangles[name] = {{"x", widget.box.x}, {"y", widget.box.y},         {"w", widget.box.w},
                            {"h", widget.box.h}, {"enabled", widget.enabled}, {"tip", widget.tip}};
        if (widget.scrolled_away) rectangles[name]["scrolled_away"] = true;
    }
    json out{{"window", {{"width", frame.width}, {"height", frame.height}}},
             {"state", json_of(state, known_)},
             {"dialog", frame.dialog},
             {"typing", frame.typing},
             {"writing", frame.writing},
             {"walking", frame.walking},
             {"widgets", std::move(rectangles)},
             {"unfinished", frame.unfinished},
             {"idle", frame.idle}};
    out["pointer"] =
        frame.pointer ? json{{"x", frame.pointer->x}, {"y", frame.pointer->y}} : json(nullptr);
    out["accessible"] = json_of(frame.accessible);
    std::string text = out.dump(1);
    if (text == last_) return;
    // Renaming replaces the file at once: a reader never sees half of one.
    const std::filesystem::path part = path_.string() + ".part";
    {
        std::ofstream file(part, std::ios::binary);
        // Behind the last member, since what is told beside these two is compared as it is written.
        file << std::string_view{text}.substr(0, text.size() - 2)
             << fmt::format(",\n \"frame\": {},\n \"longest_turn\": {}\n}}\n", frame_,
                            frame.longest_turn);
        if (!file.flush()) {
            throw RunError(fmt::format("The test hooks cannot be written to {}.", part.string()));
        }
    }
    std::filesystem::rename(part, path_);
    last_ = std::move(text);
}

}  // namespace stridescope
