package dev.plimsoll.gateway.fields;

import dev.plimsoll.format.TextRecords;
import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.file.PrivateFiles;
import dev.plimsoll.gateway.file.ServerFileName;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.Document;
import dev.plimsoll.model.ToolResult;
import dev.plimsoll.telemetry.GuardListener;
import dev.plimsoll.telemetry.ListingReceipt;
import dev.plimsoll.telemetry.OutcomeKind;
import dev.plimsoll.telemetry.Receipt;
import dev.plimsoll.telemetry.ReceiptPayload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Names and types of the fields in the results of each tool. They are learned from results in the background, and
 * stored in the data folder.
 */
public final class ResultFields {

    private static final int MAX_TOOLS = 5_000;
    private static final int MAX_SHAPE_BYTES = 2_000;
    private static final int MAX_RESULT_BYTES = 4 << 20;
    private static final int MAX_WAITING_BYTES = 8 << 20;
    private static final int MAX_FILE_BYTES = 16 << 20;
    /** Prefix of the names of Plimsoll's own tools. Nothing is learned from their results. */
    private static final String OWN_PREFIX = "plimsoll_";

    /**
     * Fields are learned from this many first results of a tool, because the fields may depend on its arguments.
     * After that, they are learned from one result in ten minutes.
     */
    private static final int FIRST_RESULTS = 8;

    private static final long LEARN_AGAIN_NANOS = Duration.ofMinutes(10).toNanos();
    private static final Set<OutcomeKind> OUTCOMES_WITHOUT_RESULT =
            EnumSet.of(OutcomeKind.READ, OutcomeKind.CACHED, OutcomeKind.REFUSED, OutcomeKind.ERROR);

    /** Number of results of a tool from which fields were learned, and the time of the last one. */
    private record LastLearned(int results, long nanos) {

        LastLearned plus(LastLearned next) {
            return new LastLearned(results + next.results, next.nanos);
        }
    }

    /** A server, and its name in the file, which is computed on first use: the first hash of a process takes 10 ms. */
    private static final class NamedServer {

        private final ServerConfig serverConfig;
        private volatile @Nullable String fileName;

        NamedServer(ServerConfig serverConfig) {
            this.serverConfig = serverConfig;
        }

        String fileName() {
            String name = fileName;
            if (name == null) {
                name = ServerFileName.of(serverConfig);
                fileName = name;
            }
            return name;
        }
    }

    private final Path file;
    private final Map<String, NamedServer> servers = new ConcurrentHashMap<>();
    private final Log log;
    private final Map<String, Slice> shapes = new ConcurrentHashMap<>();
    private final Map<String, LastLearned> lastLearnedByTool = new ConcurrentHashMap<>();
    private final ResultQueue queue = new ResultQueue(MAX_WAITING_BYTES);
    private boolean isLoaded;

    private ResultFields(Path folder, List<ServerConfig> servers, Log log) {
        setServers(servers);
        this.file = folder.resolve("result-fields.json");
        this.log = log;
    }

    /**
     * Returns the fields that are stored in a data folder. The file is read on first use; a damaged file counts as
     * empty.
     *
     * @param servers the servers whose results are learned from; a server with another command is another
     * server, even under the same name
     */
    public static ResultFields ofFolder(Path folder, List<ServerConfig> servers, Log log) {
        return new ResultFields(folder, servers, log);
    }

    /** Sets the servers whose results are learned from. */
    public void setServers(List<ServerConfig> newServers) {
        newServers.forEach(server -> servers.put(server.name(), new NamedServer(server)));
        servers.keySet().retainAll(newServers.stream().map(ServerConfig::name).toList());
    }

    /** Returns the names and types of a tool's fields, as JSON; null if none have been learned. */
    public @Nullable Slice find(String server, String tool) {
        String key = key(server, tool);
        return key == null ? null : shapes().get(key);
    }

    private @Nullable String key(String server, String tool) {
        NamedServer namedServer = servers.get(server);
        return namedServer == null ? null : namedServer.fileName() + "/" + tool;
    }

    /** Returns a listener that learns from results, and forwards all events. */
    public GuardListener createListener(GuardListener next) {
        return new GuardListener() {
            @Override
            public void onGuarded(Receipt receipt) {
                next.onGuarded(receipt);
            }

            @Override
            public void onGuarded(Receipt receipt, ReceiptPayload receiptPayload) {
                next.onGuarded(receipt, receiptPayload);
                enqueue(receipt, receiptPayload.original());
            }

            @Override
            public void onQuery(String server, String tool, String query, Slice args) {
                next.onQuery(server, tool, query, args);
            }

            @Override
            public void onListed(ListingReceipt listingReceipt) {
                next.onListed(listingReceipt);
            }
        };
    }

    private void enqueue(Receipt receipt, Slice result) {
        String key = key(receipt.server(), receipt.tool());
        if (key == null) {
            return;
        }
        LastLearned last = lastLearnedByTool.get(key);
        boolean isUpToDate =
                last != null && last.results() >= FIRST_RESULTS && System.nanoTime() - last.nanos() < LEARN_AGAIN_NANOS;
        boolean hasResult = !receipt.tool().startsWith(OWN_PREFIX)
                && !OUTCOMES_WITHOUT_RESULT.contains(receipt.outcome())
                && !receipt.context().isToolError()
                && result.length() <= MAX_RESULT_BYTES;
        boolean isBelowLimit = shapes.containsKey(key) || shapes.size() < MAX_TOOLS;
        if (!isUpToDate && hasResult && isBelowLimit && queue.add(key, result)) {
            Thread.ofVirtual().name("plimsoll-fields").start(this::learnWaiting);
        }
    }

    /** Returns whether all results are learned, and the file is written. */
    boolean isIdle() {
        return queue.isIdle();
    }

    /** Learns from the results that wait, one at a time. */
    private void learnWaiting() {
        for (ResultQueue.Entry entry = queue.next(); entry != null; entry = queue.next()) {
            learn(entry.tool(), entry.result());
        }
    }

    private void learn(String key, Slice bytes) {
        try {
            ToolResult result = ToolResult.parse(bytes);
            Slice shape = result == null ? null : shape(Document.of(result));
            if (shape != null) {
                add(key, shape);
            }
        } catch (RuntimeException | StackOverflowError e) {
            log.log(
                    LogSeverity.DEBUG,
                    "the fields of a result could not be learned",
                    "error",
                    e.getClass().getName());
        } finally {
            lastLearnedByTool.merge(key, new LastLearned(1, System.nanoTime()), LastLearned::plus);
        }
    }

    private void add(String key, Slice shape) {
        Slice knownShape = shapes().get(key);
        Slice mergedShape = knownShape == null ? shape : FieldShape.merge(knownShape, shape);
        Slice newShape = mergedShape.length() <= MAX_SHAPE_BYTES ? mergedShape : shape;
        if (newShape.length() <= MAX_SHAPE_BYTES && !newShape.equals(shapes().put(key, newShape))) {
            save();
        }
    }

    private static Slice shape(Document document) {
        TextRecords records = TextRecords.find(document);
        if (records != null) {
            return FieldShape.of(document.isJson() ? records.converted() : records.value());
        }
        return document.isJson() ? FieldShape.of(document.bytes()) : Slice.of("\"text\"");
    }

    /** Returns the shapes, with those that earlier processes have learned. */
    private synchronized Map<String, Slice> shapes() {
        if (!isLoaded) {
            isLoaded = true;
            load();
        }
        return shapes;
    }

    /** Adds the shapes in the file. Earlier processes have learned them, or other processes that run now. */
    private void load() {
        try {
            if (Files.size(file) > MAX_FILE_BYTES) {
                return;
            }
            Slice json = Slice.of(Files.readAllBytes(file));
            if (!Json.isValid(json) || Json.type(json) != JsonType.OBJECT) {
                return;
            }
            Members members = Members.of(json);
            while (members.next() && shapes.size() < MAX_TOOLS) {
                if (members.value().length() <= MAX_SHAPE_BYTES) {
                    shapes.putIfAbsent(JsonText.unescapeToString(members.key()), members.value());
                }
            }
        } catch (NoSuchFileException e) {
            // nothing has been learned yet
        } catch (IOException e) {
            log.log(LogSeverity.WARN, "names of fields could not be read", "error", String.valueOf(e.getMessage()));
        }
    }

    private void save() {
        load();
        JsonWriter json = new JsonWriter(4096).beginObject();
        shapes.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(entry -> json.raw(entry.getKey(), entry.getValue()));
        try {
            PrivateFiles.replace(file, json.endObject().toByteArray());
        } catch (IOException e) {
            log.log(LogSeverity.WARN, "names of fields could not be saved", "error", String.valueOf(e.getMessage()));
        }
    }
}
