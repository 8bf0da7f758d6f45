package dev.plimsoll.gateway.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.testkit.sample.AppPayloads;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers with MCP Apps, between a client and a server that a test plays. */
@NullMarked
class AppsTest {

    private static final Policies POLICIES = Policies.of(Policy.defaults());
    private static final String PAGE_RESULT =
            AppPayloads.pageResult("ui://shop/orders", AppPayloads.MIME_TYPE, AppPayloads.page(300_000));

    @ParameterizedTest
    @ValueSource(strings = {"2024-11-05", "2025-06-18", "2025-11-25"})
    void passesAnAppPageByteByByte(String revision) throws Exception {
        try (Conversing talk = new Conversing(POLICIES)) {
            talk.open(revision, "{\"tools\":{},\"resources\":{}}");
            talk.request(1, "resources/read", "{\"uri\":\"ui://shop/orders\"}").toServer();
            talk.result(1, PAGE_RESULT);
            assertThat(talk.toClient()).isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":" + PAGE_RESULT + "}");
        }
    }

    @Test
    void passesAnAppPageToAModernClient() throws Exception {
        String result = PAGE_RESULT.replaceFirst("\\{", "{\"resultType\":\"complete\",\"ttlMs\":60000,");
        try (Conversing talk = new Conversing(POLICIES)) {
            String meta = "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"}";
            talk.request(1, "resources/read", "{\"uri\":\"ui://shop/orders\"," + meta + "}")
                    .toServer();
            talk.result(1, result);
            assertThat(talk.toClient()).isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":" + result + "}");
        }
    }
}
