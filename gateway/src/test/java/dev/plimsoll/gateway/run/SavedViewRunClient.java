package dev.plimsoll.gateway.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.fixture.FileToolServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.NullMarked;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Client of {@code plimsoll run}, whose server is a {@link FileToolServer}. Collects the notifications that arrive. */
@NullMarked
final class SavedViewRunClient implements AutoCloseable {

    static final JsonMapper JSON = JsonMapper.shared();

    /** The query of the views: ids of the open records. */
    static final String QUERY = "map(select(.open) | .id)";

    private static final Pattern CURSOR = Pattern.compile("nextCursor[\\\\\":]+([A-Za-z0-9_-]{48})");

    private final Path file;
    private final RunFixture run;
    private final LinkedBlockingQueue<JsonNode> responses = new LinkedBlockingQueue<>();
    private final List<JsonNode> notifications = new ArrayList<>();
    private int lastId = 100;

    private SavedViewRunClient(Path file, RunFixture run) {
        this.file = file;
        this.run = run;
        Thread reader = new Thread(this::read, "saved-run-reader");
        reader.setDaemon(true);
        reader.start();
    }

    /** Starts {@code run} with these settings. The tool of its server returns the file {@code file.json} in the folder. */
    static SavedViewRunClient start(Path folder, String settings, String... options) throws Exception {
        Path config = Files.createTempFile(folder, "plimsoll", ".yaml");
        Files.writeString(config, settings);
        List<String> allOptions = new ArrayList<>(List.of(options));
        allOptions.addAll(List.of(
                "--config", config.toString(), "--data", folder.resolve("data").toString()));
        Path file = folder.resolve("file.json");
        return new SavedViewRunClient(
                file, RunFixture.start(folder, FileToolServer.command(file), allOptions.toArray(String[]::new)));
    }

    private void read() {
        try {
            for (String line = run.nextLine(); !line.isEmpty(); line = run.nextLine()) {
                JsonNode message = JSON.readTree(line);
                if (message.has("id")) {
                    responses.add(message);
                } else {
                    synchronized (notifications) {
                        notifications.add(message);
                    }
                }
            }
        } catch (Exception | AssertionError e) {
            // run has ended, or it has written no line for a long time
        }
    }

    /** Initializes a session of 2025-11-25, and returns the result. */
    JsonNode initialize() throws Exception {
        JsonNode result = request(
                        "initialize",
                        "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}")
                .get("result");
        run.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
        return result;
    }

    JsonNode request(String method, String params) throws Exception {
        int id = ++lastId;
        run.request(id, method, params);
        return await(id);
    }

    /** Sends a request, and returns its ID. */
    int sendRequest(String method, String params) throws IOException {
        int id = ++lastId;
        run.request(id, method, params);
        return id;
    }

    void sendNotification(String method, String params) throws IOException {
        run.send("{\"jsonrpc\":\"2.0\",\"method\":\"" + method + "\",\"params\":" + params + "}");
    }

    JsonNode await(int id) throws Exception {
        while (true) {
            JsonNode response = responses.poll(20, TimeUnit.SECONDS);
            assertThat(response).as("a response; log: %s", run.log()).isNotNull();
            if (response.get("id").asInt() == id) {
                return response;
            }
        }
    }

    JsonNode call(String tool, String arguments) throws Exception {
        return request("tools/call", "{\"name\":\"" + tool + "\",\"arguments\":" + arguments + "}")
                .get("result");
    }

    static String text(JsonNode result) {
        return result.at("/content/0/text").asString();
    }

    /** Calls the tool, and returns the cursor of its answer. */
    String cursor(String tool) throws Exception {
        Matcher cursor = CURSOR.matcher(call(tool, "{}").toString());
        assertThat(cursor.find()).isTrue();
        return cursor.group(1);
    }

    /** Calls the tool, and saves the query on its result as a view. */
    JsonNode save(String name, String query) throws Exception {
        return call(
                "plimsoll_read",
                JSON.writeValueAsString(JSON.createObjectNode()
                        .put("cursor", cursor("list"))
                        .put("query", query)
                        .put("save", name)));
    }

    /** Writes this many records for the tool to return. The ids start at 0; only records with the given ids are open. */
    void write(int count, List<Integer> openIds) throws IOException {
        write(count, openIds, 0);
    }

    /** Writes the records, each with a further member that the query does not read. */
    void write(int count, List<Integer> openIds, int other) throws IOException {
        StringBuilder json = new StringBuilder("[");
        for (int i = 0; i < count; i++) {
            json.append(i == 0 ? "" : ",")
                    .append("{\"id\":")
                    .append(i)
                    .append(",\"open\":")
                    .append(openIds.contains(i))
                    .append(",\"other\":")
                    .append(other)
                    .append(",\"text\":\"a text that makes the result long\"}");
        }
        writeText(json.append("]").toString());
    }

    void writeText(String text) throws IOException {
        Files.writeString(file, text);
    }

    Path file() {
        return file;
    }

    /** Waits until this many updates of resources have arrived, and a moment longer for further updates. */
    List<JsonNode> updates(int expected) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (updates().size() < expected && System.nanoTime() < deadline) {
            Thread.sleep(10);
        }
        Thread.sleep(100);
        return updates();
    }

    private List<JsonNode> updates() {
        return notifications("notifications/resources/updated");
    }

    List<JsonNode> notifications(String method) {
        synchronized (notifications) {
            return notifications.stream()
                    .filter(message -> message.get("method").asString().equals(method))
                    .toList();
        }
    }

    String log() {
        return run.log();
    }

    @Override
    public void close() throws IOException {
        run.close();
    }
}
