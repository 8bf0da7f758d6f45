package dev.plimsoll.gateway.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class RehearsalInputTest {

    @Test
    void endsAfterAllResponses() throws Exception {
        AtomicBoolean hasAllResponses = new AtomicBoolean();
        RehearsalInput input = new RehearsalInput("one\ntwo\n", hasAllResponses::get);
        byte[] requests = input.readNBytes(8);
        CompletableFuture<Boolean> hasEnded = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try {
                hasEnded.complete(input.read() < 0);
            } catch (IOException e) {
                hasEnded.completeExceptionally(e);
            }
        });

        assertThat(new String(requests, StandardCharsets.UTF_8)).isEqualTo("one\ntwo\n");
        assertThat(hasEnded.copy().completeOnTimeout(false, 50, TimeUnit.MILLISECONDS))
                .succeedsWithin(Duration.ofSeconds(10))
                .isEqualTo(false);
        hasAllResponses.set(true);
        assertThat(hasEnded).succeedsWithin(Duration.ofSeconds(10)).isEqualTo(true);
    }
}
