package dev.plimsoll.bench.answers.program;

import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.LineFramer;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * MCP server of the tracker over standard input and output. For each call, it writes a line with the call and its
 * answer to a file.
 */
final class TrackerServer {

    private static final int MAX_PAGE_SIZE = 50;

    private final Tracker tracker = new Tracker();
    private final Path callLog;

    private TrackerServer(Path callLog) {
        this.callLog = callLog;
    }

    /** Runs the server. The argument is the file for the calls. */
    public static void main(String[] args) throws IOException {
        TrackerServer server = new TrackerServer(Path.of(args[0]));
        LineFramer lines = new LineFramer(new FileInputStream(FileDescriptor.in), 1 << 20);
        OutputStream out = new FileOutputStream(FileDescriptor.out);
        for (Slice line = lines.next(); line != null; line = lines.next()) {
            JsonNode message = JsonMapper.shared().readTree(line.utf8());
            if (message.has("id")) {
                ObjectNode response = JsonMapper.shared().createObjectNode().put("jsonrpc", "2.0");
                response.set("id", message.path("id"));
                response.set("result", server.result(message));
                out.write((response + "\n").getBytes(StandardCharsets.UTF_8));
            }
        }
    }

    private JsonNode result(JsonNode request) throws IOException {
        ObjectNode result = JsonMapper.shared().createObjectNode();
        switch (request.path("method").asString()) {
            case "initialize" -> {
                result.put("protocolVersion", "2025-11-25");
                result.putObject("capabilities").putObject("tools");
                result.putObject("serverInfo").put("name", "tracker").put("version", "1");
            }
            case "tools/list" -> addTools(result.putArray("tools"));
            case "tools/call" -> addAnswer(result, request.path("params"));
            default -> {}
        }
        return result;
    }

    private void addAnswer(ObjectNode result, JsonNode params) throws IOException {
        JsonNode arguments = params.path("arguments");
        Optional<String> answer = findAnswer(params.path("name").asString(), arguments);
        result.putArray("content").addObject().put("type", "text").put("text", answer.orElse("not found"));
        if (answer.isEmpty()) {
            result.put("isError", true);
        }
        String call = new ServerCall(arguments.toString(), answer.orElse("not found")).line();
        Files.writeString(callLog, call, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private Optional<String> findAnswer(String tool, JsonNode arguments) {
        return switch (tool) {
            case "list_issues" -> Optional.of(issuePage(arguments));
            case "get_issue" -> findRecord(tracker.issues(), "number", arguments);
            case "list_comments" ->
                Optional.of(toJsonArray(tracker.comments(arguments.path("issue").asInt())));
            case "list_users" -> Optional.of(toJsonArray(tracker.users()));
            case "get_user" -> findRecord(tracker.users(), "login", arguments);
            case "list_files" -> {
                ArrayNode paths = JsonMapper.shared().createArrayNode();
                tracker.files().keySet().forEach(paths::add);
                yield Optional.of(paths.toString());
            }
            case "read_file" ->
                Optional.ofNullable(tracker.files().get(arguments.path("path").asString()));
            default -> Optional.empty();
        };
    }

    private String issuePage(JsonNode arguments) {
        String state = arguments.path("state").asString("");
        String label = arguments.path("label").asString("");
        List<JsonNode> matchingIssues = tracker.issues().stream()
                .filter(issue ->
                        state.isEmpty() || issue.path("state").asString().equals(state))
                .filter(issue -> label.isEmpty()
                        || issue.path("labels")
                                .valueStream()
                                .anyMatch(issueLabel -> issueLabel.asString().equals(label)))
                .toList();
        int pageSize = Math.min(MAX_PAGE_SIZE, arguments.path("per_page").asInt(20));
        int pageNumber = arguments.path("page").asInt(1);
        ObjectNode answer = JsonMapper.shared().createObjectNode().put("total", matchingIssues.size());
        ArrayNode page =
                answer.put("page", pageNumber).put("per_page", pageSize).putArray("issues");
        matchingIssues.stream()
                .skip((pageNumber - 1L) * pageSize)
                .limit(pageSize)
                .forEach(page::add);
        return answer.toString();
    }

    private static Optional<String> findRecord(List<JsonNode> records, String key, JsonNode arguments) {
        return records.stream()
                .filter(record -> record.path(key).equals(arguments.path(key)))
                .map(JsonNode::toString)
                .findFirst();
    }

    private static String toJsonArray(List<JsonNode> records) {
        return JsonMapper.shared().createArrayNode().addAll(records).toString();
    }

    private static void addTools(ArrayNode tools) {
        ObjectNode issueProperties = addTool(tools, "list_issues", "Lists issues, a page at a time.", Map.of());
        issueProperties
                .putObject("state")
                .put("type", "string")
                .putArray("enum")
                .add("open")
                .add("closed");
        issueProperties.putObject("label").put("type", "string");
        issueProperties
                .putObject("page")
                .put("type", "integer")
                .put("minimum", 1)
                .put("default", 1);
        ObjectNode pageSize =
                issueProperties.putObject("per_page").put("type", "integer").put("minimum", 1);
        pageSize.put("maximum", MAX_PAGE_SIZE).put("default", 20);
        addTool(tools, "get_issue", "Returns one issue.", Map.of("number", "integer"));
        addTool(tools, "list_comments", "Lists the comments of an issue, oldest first.", Map.of("issue", "integer"));
        addTool(tools, "list_users", "Lists all users.", Map.of());
        addTool(tools, "get_user", "Returns one user.", Map.of("login", "string"));
        addTool(tools, "list_files", "Lists the paths of the files.", Map.of());
        addTool(tools, "read_file", "Reads a file.", Map.of("path", "string"));
    }

    /** Adds a tool that requires these arguments, given with their types, and returns the properties of its schema. */
    private static ObjectNode addTool(ArrayNode tools, String name, String description, Map<String, String> required) {
        ObjectNode tool = tools.addObject().put("name", name).put("description", description);
        ObjectNode schema = tool.putObject("inputSchema").put("type", "object");
        ObjectNode properties = schema.putObject("properties");
        required.forEach((argument, type) -> {
            properties.putObject(argument).put("type", type);
            schema.withArray("required").add(argument);
        });
        tool.putObject("annotations").put("readOnlyHint", true);
        return properties;
    }

    /**
     * One call that the server answered.
     *
     * @param arguments the arguments as JSON
     * @param answer the text of the result
     */
    record ServerCall(String arguments, String answer) {

        /** Reads the calls of a file. */
        static List<ServerCall> read(Path file) throws IOException {
            return Files.readAllLines(file).stream()
                    .map(JsonMapper.shared()::readTree)
                    .map(line ->
                            new ServerCall(line.path(0).asString(), line.path(1).asString()))
                    .toList();
        }

        String line() {
            ArrayNode parts = JsonMapper.shared().createArrayNode();
            Arrays.asList(arguments, answer).forEach(parts::add);
            return parts + "\n";
        }
    }
}
