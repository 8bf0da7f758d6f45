package dev.plimsoll.gateway.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.call.HeavyWork;
import dev.plimsoll.gateway.config.model.ProgramsConfig;
import dev.plimsoll.gateway.config.model.StoredProgram;
import dev.plimsoll.gateway.endpoint.FairPool;
import dev.plimsoll.gateway.endpoint.ToolOwner;
import dev.plimsoll.gateway.fields.ResultFields;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.program.call.ProgramResources;
import dev.plimsoll.gateway.program.call.RecentAnswers;
import dev.plimsoll.gateway.proxy.request.CallerContext;
import dev.plimsoll.gateway.replica.ParkedCallIds;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.gateway.rpc.ReceivedMessages;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.Tier;
import dev.plimsoll.telemetry.Receipt;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Base of tests with a session that runs programs. The tools are simulated. */
abstract class ProgramFixture {

    static final JsonMapper JSON = JsonMapper.shared();

    private static final Log LOG = new Log(new PrintStream(PrintStream.nullOutputStream()), LogSeverity.OFF);

    final ResultFields fields = ResultFields.ofFolder(Path.of("does", "not", "exist"), List.of(), LOG);
    final FairPool memory = new FairPool("programs", 10_000_000);
    final Map<String, ServerDocument> documents = new HashMap<>();
    /** The server of the tool {@code search_web}. All other tools belong to the server {@code files}. */
    volatile String serverOfSearchWeb = "web";

    volatile Tier tier = Tier.ADMIN;
    List<StoredProgram> stored = List.of();
    ParkedPrograms parked = new ParkedPrograms(ParkedCallIds::forSingleReplica);
    /** True if each session is opened for one request, as for clients of 2026-07-28. */
    boolean isForRequest;

    final FakeTools tools = new FakeTools();
    final LinkedBlockingQueue<Message> toClient = new LinkedBlockingQueue<>();
    final List<Receipt> receipts = new ArrayList<>();
    ProgramSession session = createSession(Policies.of(Policy.defaults()), Duration.ofSeconds(30));

    ProgramSession createSession(Policies policies, Duration time) {
        Plimsoll engine = Plimsoll.builder()
                .policies(policies)
                .listener(receipt -> {
                    synchronized (receipts) {
                        receipts.add(receipt);
                    }
                })
                .build();
        ProgramResources resources = new ProgramResources(
                new ProgramsConfig(ProgramsConfig.Mode.READ, 20, 8, 2, time, Duration.ofMinutes(1), stored),
                name -> new ToolOwner(name.equals("search_web") ? serverOfSearchWeb : "files", name),
                fields,
                () -> HeavyWork.INLINE,
                memory,
                new RecentAnswers(Duration.ofMinutes(1)));
        ProgramHost host = new ProgramHost(resources, parked, null, LOG);
        return new ProgramSession(
                tools,
                isForRequest,
                host,
                () -> new CallerContext(engine, "ann", tier),
                cursor -> documents.get(cursor),
                toClient::add);
    }

    @AfterEach
    void close() {
        session.close();
    }

    Message send(String method, Slice params) throws Exception {
        CompletableFuture<Message> response = new CompletableFuture<>();
        Peer requester = response::complete;
        session.handle(ReceivedMessages.of(Message.request(Slice.of("7"), method, params)), requester);
        return response.get(20, TimeUnit.SECONDS);
    }

    void initialize(@Nullable String elicitation) throws Exception {
        JsonWriter params = new JsonWriter().beginObject().string("protocolVersion", "2025-11-25");
        params.beginObject("capabilities");
        if (elicitation != null) {
            params.beginObject("elicitation")
                    .beginObject(elicitation)
                    .endObject()
                    .endObject();
        }
        params.endObject().beginObject("clientInfo").string("name", "test").endObject();
        var _ = send("initialize", params.endObject().slice());
    }

    JsonNode call(String tool, JsonWriter arguments) throws Exception {
        JsonWriter params = new JsonWriter().beginObject().string("name", tool);
        params.raw("arguments", arguments.endObject().slice());
        Message response = send("tools/call", params.endObject().slice());
        return JSON.readTree(Objects.requireNonNull(response.result()).utf8());
    }

    JsonNode run(String program) throws Exception {
        return call("plimsoll_run", new JsonWriter().beginObject().string("program", program));
    }

    static String text(JsonNode result) {
        return result.at("/content/0/text").asString();
    }

    static JsonNode error(JsonNode result) throws Exception {
        assertThat(result.path("isError").asBoolean()).isTrue();
        return JSON.readTree(text(result)).path("error");
    }
}
