package dev.plimsoll.gateway.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.fixture.TestMessages;
import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@NullMarked
class PendingRequestsTest {

    private long nanos;
    private final PendingRequests<String> pending = new PendingRequests<>(3, () -> nanos);

    private static Slice id(String text) {
        return Slice.of(text);
    }

    private static Message request(String id, String method, String meta) {
        return TestMessages.message("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method
                + "\",\"params\":{\"_meta\":{" + meta + "}}}");
    }

    private static Message progress(String token) {
        return TestMessages.message("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":"
                + "{\"progressToken\":" + token + ",\"progress\":1}}");
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "1, '\"1\"'", "'\"1\"', 1", "1, 1.0", "'\"a\"', '\"\\u0061\"'", "100, 1e2"})
    void findsAndRemovesInEitherSpelling(String sent, String received) {
        assertThat(pending.add(id(sent), "handler")).isTrue();

        assertThat(pending.find(id(received))).isEqualTo("handler");
        assertThat(pending.remove(id(received))).isEqualTo("handler");
        assertThat(pending.remove(id(received))).isNull();
        assertThat(pending.isEmpty()).isTrue();
    }

    @Test
    void prefersTheExactSpelling() {
        pending.add(id("1"), "number");
        pending.add(id("\"1\""), "string");

        assertThat(pending.remove(id("\"1\""))).isEqualTo("string");
        // a cancellation by the sender names its id exactly
        assertThat(pending.cancel(id("\"1\""))).isNull();
        assertThat(pending.cancel(id("1"))).isEqualTo("number");
    }

    @Test
    void limitsTheNumberAndRefusesEqualIds() {
        assertThat(pending.add(id("1"), "a")).isTrue();
        assertThat(pending.add(id("1.0"), "b")).isFalse();
        assertThat(pending.add(id("2"), "c") && pending.add(id("3"), "d")).isTrue();
        assertThat(pending.add(id("4"), "e")).isFalse();

        assertThat(pending.size()).isEqualTo(3);
        assertThat(pending.values()).containsExactly("a", "c", "d");
        assertThat(pending.removeIf(value -> !value.equals("c"))).containsExactly("a", "d");
        assertThat(pending.removeAll()).containsExactly("c");
    }

    @Test
    void replacesAndRemovesOnlyTheExpectedValue() {
        String first = "first";
        String equalValue = String.valueOf(first.toCharArray());
        pending.add(id("1"), first);

        assertThat(pending.replace(id("1"), equalValue, "second")).isFalse();
        assertThat(pending.remove(id("1"), equalValue)).isFalse();
        assertThat(pending.replace(id("1"), first, "second")).isTrue();
        assertThat(pending.remove(id("1"), first)).isFalse();
        assertThat(pending.remove(id("1"), "second")).isTrue();
        assertThat(pending.replace(id("1"), "second", "third")).isFalse();
    }

    @Test
    void progressPostponesTheTimeout() {
        pending.add(request("1", "tools/call", "\"progressToken\":\"t\""), "reports");
        pending.add(request("2", "tools/call", "\"progressToken\":7"), "silent");
        pending.add(request("3", "subscriptions/listen", ""), "open");
        nanos = 2;
        pending.onProgress(progress("\"t\""));
        // the string "7" is not the token 7 of the second request
        pending.onProgress(progress("\"7\""));
        pending.onProgress(TestMessages.message("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\"}"));

        assertThat(pending.removeSilentSince(2)).containsExactly("silent");
        assertThat(pending.removeSilentSince(3)).containsExactly("reports");
        assertThat(pending.values()).containsExactly("open");
    }

    /**
     * Checks that each request ends exactly once although several threads remove, cancel, and replace the
     * same requests.
     */
    @Test
    void eachRequestEndsOnce() throws InterruptedException {
        int requests = 2_000;
        PendingRequests<AtomicInteger> shared = new PendingRequests<>(requests);
        List<AtomicInteger> endCounts = new ArrayList<>();
        for (int i = 0; i < requests; i++) {
            AtomicInteger endCount = new AtomicInteger();
            endCounts.add(endCount);
            assertThat(shared.add(id(Integer.toString(i)), endCount)).isTrue();
        }
        CountDownLatch start = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            SplittableRandom random = new SplittableRandom(t);
            threads.add(Thread.startVirtualThread(() -> {
                awaitStart(start);
                for (int i = 0; i < requests; i++) {
                    end(shared, id(Integer.toString(random.nextInt(requests))), random.nextInt(4));
                }
            }));
        }
        start.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        shared.removeAll().forEach(AtomicInteger::incrementAndGet);

        Map<Integer, Integer> ends = new HashMap<>();
        endCounts.forEach(endCount -> ends.merge(endCount.get(), 1, Integer::sum));
        assertThat(ends).containsOnly(Map.entry(1, requests));
    }

    private static void awaitStart(CountDownLatch start) {
        try {
            start.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void end(PendingRequests<AtomicInteger> shared, Slice id, int action) {
        AtomicInteger endCount = shared.find(id);
        AtomicInteger removed = switch (action) {
            case 0 -> shared.remove(id);
            case 1 -> shared.cancel(id);
            case 2 -> endCount != null && shared.remove(id, endCount) ? endCount : null;
            default -> {
                // a replacement by itself must not end the request
                boolean _ = endCount != null && shared.replace(id, endCount, endCount);
                yield null;
            }
        };
        if (removed != null) {
            removed.incrementAndGet();
        }
    }
}
