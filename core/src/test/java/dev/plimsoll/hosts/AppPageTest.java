package dev.plimsoll.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.call.Outcome;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.telemetry.OutcomeKind;
import dev.plimsoll.testkit.sample.AppPayloads;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

/** Tests app pages that are read as resources. */
@NullMarked
class AppPageTest {

    static final List<ClientFeatures> CLIENTS =
            List.of(ClientFeatures.old(), ClientFeatures.current(), ClientFeatures.modern());

    private static final String PAGE = AppPayloads.page(300_000);

    private final EngineHost engineHost = EngineHost.of(Policy.defaults(), "{}");
    private final ToolCall call = ToolCall.of("shop", "resources/read", "caller");

    private Outcome read(ClientFeatures clientFeatures, String uri, Slice result) {
        return engineHost.plimsoll.guardResource(call.withClient(clientFeatures), uri, result);
    }

    @ParameterizedTest
    @FieldSource("CLIENTS")
    void passesTheSameBytesWithoutCountingOrStoring(ClientFeatures clientFeatures) {
        Slice result = Slice.of(AppPayloads.pageResult("ui://shop/orders", AppPayloads.MIME_TYPE, PAGE));

        Outcome outcome = read(clientFeatures, "ui://shop/orders", result);

        assertThat(outcome.result()).isSameAs(result);
        assertThat(outcome.receipt().outcome()).isEqualTo(OutcomeKind.PASSED);
        assertThat(outcome.receipt().originalTokens()).isZero();
        assertThat(outcome.receipt().answerTokens()).isZero();
        assertThat(engineHost.store.usage().bytes()).isZero();
    }

    @ParameterizedTest
    @FieldSource("CLIENTS")
    void passesBlobByteByByte(ClientFeatures clientFeatures) {
        String base64 = Base64.getEncoder().encodeToString(PAGE.getBytes(StandardCharsets.UTF_8));
        Slice result = Slice.of(
                "{\"contents\":[{\"uri\":\"ui://shop/orders\",\"mimeType\":\"text/html;profile=mcp-app\",\"blob\":\""
                        + base64 + "\"}],\"ttlMs\":1000}");

        assertThat(read(clientFeatures, "ui://shop/orders", result).result()).isSameAs(result);
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
    void detectsPagesByUriOrMimeType(String uri, String mimeType) {
        Slice result = Slice.of(AppPayloads.pageResult(uri, mimeType.replace("\"", "\\\""), PAGE));

        assertThat(read(ClientFeatures.current(), uri, result).result()).isSameAs(result);
    }

    @Test
    void shapesOtherPages() {
        Slice result = Slice.of(AppPayloads.pageResult("https://shop.example/help", "text/html", PAGE));

        assertThat(read(ClientFeatures.current(), "https://shop.example/help", result)
                        .result()
                        .length())
                .isLessThan(60_000);
    }
}
