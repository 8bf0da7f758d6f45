package dev.plimsoll.bench.answers.payload;

import static dev.plimsoll.bench.answers.task.Condition.is;
import static dev.plimsoll.bench.answers.task.TaskKind.COUNT_BY_FIELD;
import static dev.plimsoll.bench.answers.task.TaskKind.FULL_SCAN;
import static dev.plimsoll.bench.answers.task.TaskKind.LOOKUP_BY_ID;
import static dev.plimsoll.bench.answers.task.TaskKind.SECTION;

import dev.plimsoll.bench.answers.task.AnswerTask;
import dev.plimsoll.bench.answers.task.Output;
import dev.plimsoll.bench.answers.task.RecordQuestion;
import dev.plimsoll.bench.answers.task.TaskPayload;
import dev.plimsoll.bench.answers.task.Truth;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The description of an HTTP API, like those of OpenAPI: one object of 2 MB with nested maps. */
final class ApiDescriptionPayload {

    private static final List<String> METHODS = List.of("get", "post", "delete", "patch");
    private static final List<String> TAGS = List.of("repos", "users", "billing", "search", "teams", "hooks");
    private static final List<String> TYPES = List.of("string", "integer", "boolean", "array");

    private final WordSource words = new WordSource(3);
    private final List<Operation> operations = new ArrayList<>();
    private final List<Schema> schemas = new ArrayList<>();

    private ApiDescriptionPayload() {}

    private record Operation(String id, String summary, boolean deprecated, String category) {}

    private record Schema(String name, String title) {}

    static TaskPayload create() {
        ApiDescriptionPayload generator = new ApiDescriptionPayload();
        String text = generator.description().toPrettyString();
        return new TaskPayload(
                "get_api_description",
                "API description: one object of 2 MB",
                TaskPayload.Format.JSON,
                ResultWriter.toTextResult(text),
                text,
                generator.tasks());
    }

    private List<AnswerTask> tasks() {
        Operation lookupTarget = operations.get(611);
        Schema schema = schemas.get(133);
        return List.of(
                new AnswerTask(
                        LOOKUP_BY_ID,
                        "the summary of operation " + lookupTarget.id,
                        RecordQuestion.of(Output.first("summary"), is("operation id", lookupTarget.id)),
                        Truth.of(lookupTarget.summary)),
                new AnswerTask(
                        COUNT_BY_FIELD,
                        "operations by category",
                        RecordQuestion.of(Output.countBy("category")).inList("paths"),
                        Truth.countBy(operations, Operation::category)),
                new AnswerTask(
                        SECTION,
                        "the title of schema " + schema.name,
                        RecordQuestion.of(Output.first("title"), is(Output.KEY, schema.name))
                                .inList("schemas"),
                        Truth.of(schema.title)),
                new AnswerTask(
                        FULL_SCAN,
                        "how many operations are deprecated",
                        RecordQuestion.of(Output.count(), is("deprecated", true))
                                .inList("paths"),
                        Truth.count(operations, Operation::deprecated)));
    }

    private ObjectNode description() {
        ObjectNode api = JsonMapper.shared().createObjectNode();
        api.put("openapi", "3.1.0");
        ObjectNode info = api.putObject("info").put("title", "Example API").put("version", "2026-10-01");
        info.put("description", words.sentence(30));
        api.putArray("servers").addObject().put("url", "https://api.example.org");
        ObjectNode paths = api.putObject("paths");
        for (int i = 0; i < 460; i++) {
            String path = "/" + words.word() + "/{id}/" + words.word() + i;
            ObjectNode methods = paths.putObject(path);
            int first = words.number(2);
            for (int j = first; j <= first + words.number(3); j++) {
                addOperation(methods.putObject(METHODS.get(Math.min(j, 3))), path);
            }
        }
        ObjectNode schemasJson = api.putObject("components").putObject("schemas");
        for (int i = 0; i < 300; i++) {
            addSchema(schemasJson);
        }
        return api;
    }

    private void addOperation(ObjectNode json, String path) {
        Operation operation = new Operation(
                "op_" + words.word() + operations.size(),
                words.sentence(6),
                words.number(12) == 0,
                words.skewedOneOf(TAGS));
        operations.add(operation);
        json.put("operationId", operation.id).put("summary", operation.summary).put("category", operation.category);
        json.put("description", words.sentence(40)).put("deprecated", operation.deprecated);
        for (int i = 0; i < 2 + words.number(3); i++) {
            json.withArray("parameters")
                    .addObject()
                    .put("name", words.word())
                    .put("in", i == 0 ? "path" : "query")
                    .put("required", i == 0)
                    .put("description", words.sentence(10))
                    .putObject("schema")
                    .put("type", words.oneOf(TYPES));
        }
        ObjectNode responses = json.putObject("responses");
        for (String status : List.of("200", "404", "422")) {
            responses.putObject(status).put("description", words.sentence(8)).put("example", path + "#" + words.hex(8));
        }
    }

    private void addSchema(ObjectNode schemasJson) {
        Schema schema = new Schema(words.name() + "-" + schemas.size(), words.sentence(5));
        schemas.add(schema);
        ObjectNode json =
                schemasJson.putObject(schema.name).put("title", schema.title).put("type", "object");
        ObjectNode properties = json.putObject("properties");
        for (int i = 0; i < 6 + words.number(8); i++) {
            ObjectNode property = properties.putObject(words.word() + i).put("type", words.oneOf(TYPES));
            property.put("description", words.sentence(9));
        }
        json.putArray("required").add("id").add("name");
    }
}
