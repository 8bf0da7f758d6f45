package dev.plimsoll.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Guarded;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.Client;
import dev.plimsoll.model.ToolCall;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.telemetry.Outcome;
import dev.plimsoll.testkit.sample.AppPayloads;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

/** App pages that are read as resources. */
@NullMarked
class AppPageTest {

    static final List<Client> CLIENTS = List.of(Client.old(), Client.current(), Client.modern());

    private static final String PAGE = AppPayloads.page(300_000);

    private final Host host = Host.of(Policy.defaults(), "{}");
    private final ToolCall call = ToolCall.of("shop", "resources/read", "caller");

    private Guarded read(Client client, String uri, Slice result) {
        return host.plimsoll.guardResource(call.withClient(client), uri, result);
    }

    @ParameterizedTest
    @FieldSource("CLIENTS")
    void passesTextByteByByteUncountedAndUnstored(Client client) {
        Slice result = Slice.of(AppPayloads.pageResult("ui://shop/orders", AppPayloads.MIME_TYPE, PAGE));

        Guarded guarded = read(client, "ui://shop/orders", result);

        assertThat(guarded.result()).isSameAs(result);
        assertThat(guarded.receipt().outcome()).isEqualTo(Outcome.PASSED);
        assertThat(guarded.receipt().originalTokens()).isZero();
        assertThat(guarded.receipt().answerTokens()).isZero();
        assertThat(host.store.occupancy().bytes()).isZero();
    }

    @ParameterizedTest
    @FieldSource("CLIENTS")
    void passesBlobByteByByte(Client client) {
        String base64 = Base64.getEncoder().encodeToString(PAGE.getBytes(StandardCharsets.UTF_8));
        Slice result = Slice.of(
                "{\"contents\":[{\"uri\":\"ui://shop/orders\",\"mimeType\":\"text/html;profile=mcp-app\",\"blob\":\""
                        + base64 + "\"}],\"ttlMs\":1000}");

        assertThat(read(client, "ui://shop/orders", result).result()).isSameAs(result);
    }

    @ParameterizedTest
    @CsvSource({
        "https://shop.example/view,text/html;profile=mcp-app",
        "https://shop.example/view,text/html; profile=\"mcp-app\"",
        "https://shop.example/view,TEXT/HTML;profile=mcp-app",
        "file:///view.html,text/html+skybridge",
        "ui://shop/plain,text/html",
        "UI://shop/plain,text/plain"
    })
    void knowsPagesByAddressOrMimeType(String uri, String mimeType) {
        Slice result = Slice.of(AppPayloads.pageResult(uri, mimeType.replace("\"", "\\\""), PAGE));

        assertThat(read(Client.current(), uri, result).result()).isSameAs(result);
    }

    @Test
    void shapesAnyOtherPage() {
        Slice result = Slice.of(AppPayloads.pageResult("https://shop.example/help", "text/html", PAGE));

        assertThat(read(Client.current(), "https://shop.example/help", result)
                        .result()
                        .length())
                .isLessThan(60_000);
    }
}
