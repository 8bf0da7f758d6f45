package dev.plimsoll.micronaut;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Tier;
import dev.plimsoll.servlet.body.BufferQuota;
import dev.plimsoll.servlet.message.GuardedServer;
import dev.plimsoll.servlet.message.MessageGuard;
import dev.plimsoll.servlet.message.MessageSender;
import dev.plimsoll.servlet.message.PostedMessages;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class RewrittenDocumentTest {

    private static final int LIMIT = 1 << 20;

    private final BufferQuota quota = new BufferQuota(LIMIT, LIMIT);

    private static PostedMessages call() {
        GuardedServer server = new GuardedServer(Plimsoll.builder().build(), "test");
        Slice request = Slice.of(RouteClient.request("tools/call", "{\"name\":\"list\",\"arguments\":{}}"));
        return Objects.requireNonNull(
                new MessageGuard(server, true).decide(request, new MessageSender("", Tier.ADMIN, "", null)));
    }

    @Test
    void storesNoMoreOfALargeDocumentThanTheQuota() throws IOException {
        byte[] piece = "x".repeat(64 << 10).getBytes(StandardCharsets.UTF_8);
        byte[] rewritten = RewrittenDocument.rewrite(
                out -> {
                    out.write("{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\""
                            .getBytes(StandardCharsets.UTF_8));
                    for (int i = 0; i < 64; i++) {
                        out.write(piece);
                        assertThat(quota.used()).isLessThanOrEqualTo(LIMIT);
                    }
                    out.write("\"}]}}".getBytes(StandardCharsets.UTF_8));
                },
                call(),
                quota);
        assertThat(new String(Objects.requireNonNull(rewritten), StandardCharsets.UTF_8))
                .contains("RESULT_TOO_LARGE")
                .hasSizeLessThan(LIMIT);
        assertThat(quota.used()).isZero();
    }

    @Test
    void releasesTheQuotaIfTheServerFailsToWriteItsDocument() {
        assertThatThrownBy(() -> RewrittenDocument.rewrite(
                        out -> {
                            out.write(new byte[64 << 10]);
                            throw new IllegalStateException("a getter fails");
                        },
                        call(),
                        quota))
                .isInstanceOf(IllegalStateException.class);
        assertThat(quota.used()).isZero();
    }

    @Test
    void returnsNullForAnUnchangedDocument() throws IOException {
        String error = "{\"jsonrpc\":\"2.0\",\"id\":7,\"error\":{\"code\":-32603,\"message\":\"failed\"}}";
        assertThat(RewrittenDocument.rewrite(out -> out.write(error.getBytes(StandardCharsets.UTF_8)), call(), quota))
                .isNull();
    }
}
