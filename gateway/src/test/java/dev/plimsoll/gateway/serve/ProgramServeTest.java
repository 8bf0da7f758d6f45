package dev.plimsoll.gateway.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.auth.check.NewToken;
import dev.plimsoll.gateway.config.model.IsolationMode;
import dev.plimsoll.gateway.fixture.SpanCollector;
import dev.plimsoll.gateway.fixture.SpanCollector.ReceivedSpan;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tests programs of several callers through {@code plimsoll serve}, in front of a real process. */
class ProgramServeTest {

    private final NewToken reader = NewToken.from(new SplittableRandom(1));
    private final NewToken writer = NewToken.from(new SplittableRandom(2));

    @TempDir
    Path folder;

    private ServeFixture startGateway() throws Exception {
        return startGateway("full");
    }

    private ServeFixture startGateway(String catalog) throws Exception {
        String settings =
                "{\"programs\":\"read\",\"catalog\":\"" + catalog + "\",\"policy\":{\"tokenBudgetThreshold\":300},"
                        + "\"tools\":{\"list\":{\"readOnly\":true,\"tier\":\"read_write\"}},"
                        + "\"auth\":{\"tokens\":[{\"id\":\"reader\",\"hash\":\"sha256:" + reader.hash()
                        + "\",\"tier\":\"read\"},"
                        + "{\"id\":\"writer\",\"hash\":\"sha256:" + writer.hash() + "\",\"tier\":\"read_write\"}]}}";
        Path file = folder.resolve("plimsoll.yaml");
        Files.writeString(file, ServeFixture.configurationText(settings, IsolationMode.SHARED));
        return ServeFixture.withFile(folder, file);
    }

    private static JsonNode call(URI address, NewToken token, String tool, String key, String value) throws Exception {
        JsonMapper json = JsonMapper.shared();
        String arguments = json.createObjectNode().put(key, value).toString();
        String params = "{\"name\":\"" + tool + "\",\"arguments\":" + arguments + "}";
        return TokenClient.requestInNewSession(address, token, "tools/call", params);
    }

    private static String run(URI address, NewToken token, String program) throws Exception {
        return call(address, token, "plimsoll_run", "program", program)
                .at("/content/0/text")
                .asString();
    }

    @Test
    void programsCallOnlyToolsOfTheirTier() throws Exception {
        try (ServeFixture gateway = startGateway()) {
            for (String path : new String[] {"/mcp/fixture", "/mcp"}) {
                URI address = URI.create(gateway.baseUrl() + path);
                String list = path.equals("/mcp") ? "fixture__list" : "list";
                assertThat(run(address, writer, "call(\"" + list + "\"; {count: 7}) | .. | arrays | length"))
                        .contains("7");
                assertThat(run(address, reader, "call(\"" + list + "\"; {count: 7})"))
                        .contains("ACTION_NOT_FOUND");
                assertThat(run(address, reader, "tools | map(.name)")).doesNotContain("list");
            }
        }
    }

    @Test
    void resultsOfProgramsBelongToTheirCaller() throws Exception {
        try (ServeFixture gateway = startGateway()) {
            URI address = URI.create(gateway.baseUrl() + "/mcp");
            String answer = run(address, writer, "[range(500) | {n: ., text: \"some text\"}]");
            String cursor =
                    JsonMapper.shared().readTree(answer).get("nextCursor").asString();
            assertThat(call(address, reader, "plimsoll_read", "cursor", cursor)
                            .get("isError")
                            .asBoolean())
                    .isTrue();
            assertThat(call(address, writer, "plimsoll_read", "cursor", cursor)
                            .at("/content/0/text")
                            .asString())
                    .contains("\"totalCount\":500");
            // the endpoint of one server has programs of its own
            URI other = URI.create(gateway.baseUrl() + "/mcp/fixture");
            assertThat(call(other, writer, "plimsoll_read", "cursor", cursor)
                            .get("isError")
                            .asBoolean())
                    .isTrue();
        }
    }

    @Test
    void programsSeeToolsThatTheCatalogDoesNotList() throws Exception {
        try (ServeFixture gateway = startGateway("dispatch")) {
            for (String path : new String[] {"/mcp/fixture", "/mcp"}) {
                URI address = URI.create(gateway.baseUrl() + path);
                String list = path.equals("/mcp") ? "fixture__list" : "list";
                assertThat(run(address, writer, "[tools[] | select(.name == \"" + list + "\")] | length"))
                        .isEqualTo("{\"results\":[1]}");
                assertThat(run(address, writer, "call(\"" + list + "\"; {count: 7}) | .. | arrays | length"))
                        .contains("7");
                assertThat(run(address, reader, "call(\"" + list + "\"; {count: 7})"))
                        .contains("ACTION_NOT_FOUND");
            }
        }
    }

    @Test
    void spansOfCallsAreBelowTheSpanOfTheirProgram() throws Exception {
        try (SpanCollector collector = new SpanCollector()) {
            Path file = folder.resolve("plimsoll.yaml");
            Files.writeString(file, ServeFixture.configurationText("{\"programs\":\"read\"}", IsolationMode.SHARED));
            try (ServeFixture gateway =
                    ServeFixture.withFile(folder, file, TraceTest.traceSpans(collector, "gateway"))) {
                URI address = URI.create(gateway.baseUrl() + "/mcp");
                var _ = run(address, writer, "call(\"fixture__echo\"; {})");
            }
            ReceivedSpan program = collector.span("gateway", "tools/call plimsoll_run", TraceTest.SERVER_KIND);
            ReceivedSpan call = collector.span("gateway", "tools/call echo", TraceTest.SERVER_KIND);
            assertThat(call.parent()).isEqualTo(program.id());
            assertThat(call.attributes()).containsEntry("plimsoll.outcome", "inner");
            assertThat(program.attributes()).containsEntry("plimsoll.server", "plimsoll");
        }
    }

    @Test
    void callsOfProgramsAreRecordedAsInner() throws Exception {
        try (ServeFixture gateway = startGateway()) {
            URI address = URI.create(gateway.baseUrl() + "/mcp");
            var _ = run(address, writer, "call(\"fixture__list\"; {count: 3000}) | length");
            assertThat(gateway.log()).contains("tool=list outcome=inner", "server=plimsoll tool=plimsoll_run");
        }
    }
}
