package dev.plimsoll.gateway.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.fixture.SdkClientContract;
import io.modelcontextprotocol.client.transport.HttpClientSseClientTransport;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** Runs the tests of the MCP Java SDK's client over HTTP+SSE, the transport of 2024-11-05, with {@code plimsoll serve}. */
class JavaSdkLegacySseClientTest extends SdkClientContract {

    private static final Pattern ITEM_ID = Pattern.compile("\"id\": ?(\\d+)");

    private @Nullable ServeFixture gateway;

    @BeforeAll
    @SuppressWarnings("deprecation") // the SDK deprecates the transport because the protocol does
    void serve(@TempDir Path data) throws Exception {
        ServeFixture startedGateway = ServeFixture.withFixtureServer(data);
        gateway = startedGateway;
        connect(HttpClientSseClientTransport.builder(startedGateway.baseUrl())
                .sseEndpoint("/sse/fixture")
                .build());
    }

    /** The SDK speaks 2024-11-05 over this transport, which has no structured content. */
    @Override
    protected String answer(CallToolResult page) {
        assertThat(page.structuredContent()).isNull();
        return text(page);
    }

    @Override
    protected List<Integer> itemIds(CallToolResult page) {
        return ITEM_ID.matcher(text(page))
                .results()
                .map(match -> Integer.valueOf(match.group(1)))
                .toList();
    }

    @Override
    protected void stop() {
        if (gateway != null) {
            gateway.close();
        }
    }
}
