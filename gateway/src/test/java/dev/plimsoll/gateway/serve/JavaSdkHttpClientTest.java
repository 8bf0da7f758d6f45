package dev.plimsoll.gateway.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.fixture.SdkClientContract;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the tests of the MCP Java SDK's client over Streamable HTTP, with {@code plimsoll serve} and a real server. */
class JavaSdkHttpClientTest extends SdkClientContract {

    private @Nullable ServeFixture gateway;

    @BeforeAll
    void serve(@TempDir Path data) throws Exception {
        ServeFixture startedGateway = ServeFixture.withFixtureServer(data);
        gateway = startedGateway;
        connect(HttpClientStreamableHttpTransport.builder(startedGateway.baseUrl())
                .endpoint("/mcp/fixture")
                .build());
    }

    @Override
    protected void stop() {
        if (gateway != null) {
            gateway.close();
        }
    }

    @Test
    void seesServerAndReadTool() {
        assertThat(client().getServerInfo().name()).isEqualTo("fixture");
        client().ping();
        assertThat(client().listTools().tools()).extracting(Tool::name).contains("echo", "plimsoll_read");
    }
}
