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

/** Writes payloads and their tasks to files, for the programs that compare Plimsoll with other tools. */
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
                tasks.add(taskJson(payload, task));
            }
        }
        Files.writeString(folder.resolve("tasks.json"), tasks.toPrettyString());
    }

    private static ObjectNode taskJson(TaskPayload payload, AnswerTask task) {
        ObjectNode json = JsonMapper.shared().createObjectNode();
        json.put("tool", payload.tool());
        json.put("title", payload.title());
        json.put("kind", task.kind().label());
        json.put("task", task.text());
        json.put("isLookup", task.question().isLookup());
        json.set("truth", task.truth());
        return json;
    }
}
