package dev.plimsoll.bench.answers.payload;

import static dev.plimsoll.bench.answers.task.Condition.has;
import static dev.plimsoll.bench.answers.task.Condition.is;
import static dev.plimsoll.bench.answers.task.TaskKind.COUNT_BY_FIELD;
import static dev.plimsoll.bench.answers.task.TaskKind.FULL_SCAN;
import static dev.plimsoll.bench.answers.task.TaskKind.LOOKUP_BY_ID;
import static dev.plimsoll.bench.answers.task.TaskKind.PROJECTION;

import dev.plimsoll.bench.answers.task.AnswerTask;
import dev.plimsoll.bench.answers.task.Output;
import dev.plimsoll.bench.answers.task.RecordQuestion;
import dev.plimsoll.bench.answers.task.TaskPayload;
import dev.plimsoll.bench.answers.task.Truth;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** 1,200 media types as the members of one JSON object, by their names. */
final class MediaTypePayload {

    private static final List<String> FAMILIES = List.of("application", "text", "image", "audio", "model");
    private static final List<String> SOURCES = List.of("registry", "server", "platform");

    private MediaTypePayload() {}

    private record MediaType(String name, String source, boolean compressible, List<String> extensions) {}

    static TaskPayload create() {
        WordSource words = new WordSource(4);
        List<MediaType> types = new ArrayList<>();
        ObjectNode object = JsonMapper.shared().createObjectNode();
        for (int i = 0; i < 1_200; i++) {
            MediaType type = generateMediaType(words, i);
            types.add(type);
            ObjectNode json = object.putObject(type.name).put("source", type.source);
            json.put("compressible", type.compressible);
            ArrayNode extensions = json.putArray("extensions");
            type.extensions.forEach(extensions::add);
        }
        String text = object.toString();
        return new TaskPayload(
                "get_media_types",
                "Media types: a map of 1,200 members",
                TaskPayload.Format.JSON,
                ResultWriter.toTextResult(text),
                text,
                createTasks(types));
    }

    private static MediaType generateMediaType(WordSource words, int number) {
        List<String> extensions = new ArrayList<>();
        for (int i = words.number(3); i > 0; i--) {
            extensions.add(words.hex(3) + number);
        }
        String name = words.skewedOneOf(FAMILIES) + "/vnd." + words.word() + "." + words.word() + number;
        return new MediaType(name, words.skewedOneOf(SOURCES), words.number(4) == 0, extensions);
    }

    private static List<AnswerTask> createTasks(List<MediaType> types) {
        MediaType withOneExtension = types.stream()
                .skip(700)
                .filter(type -> type.extensions.size() == 1)
                .findFirst()
                .orElseThrow();
        MediaType lookupTarget = types.get(903);
        List<String> compressibleNames = types.stream()
                .filter(type -> type.source.equals("platform") && type.compressible)
                .map(MediaType::name)
                .toList();
        return List.of(
                new AnswerTask(
                        LOOKUP_BY_ID,
                        "the source of " + lookupTarget.name,
                        RecordQuestion.of(Output.first("source"), is(Output.KEY, lookupTarget.name)),
                        Truth.of(lookupTarget.source)),
                new AnswerTask(
                        COUNT_BY_FIELD,
                        "media types by source",
                        RecordQuestion.of(Output.countBy("source")),
                        Truth.countBy(types, MediaType::source)),
                new AnswerTask(
                        FULL_SCAN,
                        "which media type has the extension " + withOneExtension.extensions.get(0),
                        RecordQuestion.of(
                                Output.first(Output.KEY), has("extensions", withOneExtension.extensions.get(0))),
                        Truth.of(withOneExtension.name)),
                new AnswerTask(
                        PROJECTION,
                        "the compressible media types from source platform",
                        RecordQuestion.of(
                                Output.values(Output.KEY), is("source", "platform"), is("compressible", true)),
                        Truth.values(compressibleNames)));
    }
}
