package dev.plimsoll.bench.answers;

import dev.plimsoll.bench.answers.task.AnswerTask;
import dev.plimsoll.bench.answers.task.TaskPayload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes payloads and their tasks for programs in other languages, such as the comparison with other tools. */
final class PayloadFiles {

    private PayloadFiles() {}

    /** Writes the result of each tool to {@code TOOL.json}, and all tasks with their solutions to {@code tasks.json}. */
    static void write(Path folder, List<TaskPayload> payloads) throws IOException {
        Files.createDirectories(folder);
        ArrayNode tasks = JsonMapper.shared().createArrayNode();
        for (TaskPayload payload : payloads) {
            Files.writeString(
                    folder.resolve(payload.tool() + ".json"), payload.result().utf8());
            for (AnswerTask task : payload.tasks()) {
                tasks.add(entry(payload, task));
            }
        }
        Files.writeString(folder.resolve("tasks.json"), tasks.toPrettyString());
    }

    private static ObjectNode entry(TaskPayload payload, AnswerTask task) {
        ObjectNode entry = JsonMapper.shared().createObjectNode();
        entry.put("tool", payload.tool());
        entry.put("title", payload.title());
        entry.put("kind", task.kind().words());
        entry.put("task", task.text());
        entry.put("isLookup", task.question().isLookup());
        entry.set("truth", task.truth());
        return entry;
    }
}
