package dev.plimsoll.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.re2j.Pattern;
import dev.plimsoll.Plimsoll;
import dev.plimsoll.call.Outcome;
import dev.plimsoll.call.RawResult;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.cursor.KeyRing;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.store.StoreLimits;
import dev.plimsoll.tokens.Estimator;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Checks the engine without JTokkit, the library that contains the vocabulary of tokens. Without it, exact counts are
 * impossible. To remove the library, the tests load the engine with a class loader that does not have it.
 */
class EstimatorFailureTest {

    /** The code that the class loader without JTokkit runs. */
    public static final class EngineRunner {

        private EngineRunner() {}

        /** Returns the name of the outcome, a space, and the answer: {@code passed {"content":…}}. */
        public static String guard(String estimator, String text) {
            SnapshotStore store = SnapshotStore.inMemory(
                    new StoreLimits(1 << 24, 1 << 24, 100), InstantSource.system(), new Random(7));
            Policy policy = Policy.defaults().with(Policy.ESTIMATOR, Estimator.valueOf(estimator));
            Plimsoll engine = Plimsoll.builder()
                    .store(store)
                    .keys(KeyRing.of(new byte[32]))
                    .policy(policy)
                    .build();
            Slice result = Slice.of("{\"content\":[{\"type\":\"text\",\"text\":"
                    + new ByteSink(16).string(text).slice().utf8() + "}]}");
            Outcome outcome = engine.guard(ToolCall.of("crm", "export", "ada"), RawResult.of(result));
            return outcome.receipt().outcome().recordName() + " "
                    + outcome.result().utf8();
        }
    }

    private static String guard(Estimator estimator, String text) throws Exception {
        URL[] urls = Stream.of(Plimsoll.class, EngineRunner.class, Pattern.class)
                .map(type -> type.getProtectionDomain().getCodeSource().getLocation())
                .toArray(URL[]::new);
        try (URLClassLoader loader = new URLClassLoader(urls, ClassLoader.getPlatformClassLoader())) {
            assertThat(loader.getResource("com/knuddels/jtokkit/o200k_base.tiktoken"))
                    .isNull();
            return (String) loader.loadClass(EngineRunner.class.getName())
                    .getMethod("guard", String.class, String.class)
                    .invoke(null, estimator.name(), text);
        }
    }

    /** Creates a list of bookings that has exactly the given number of bytes. The notes are in several languages. */
    private static String bookings(int bytes) {
        StringBuilder text = new StringBuilder("[");
        for (int i = 0; bytes(text) < bytes - 400; i++) {
            text.append("{\"id\":\"BK-2026-" + (100_000 + i)
                            + "\",\"status\":\"confirmed\",\"guestName\":\"Zoë Müller\",")
                    .append("\"notes\":\"到着の十四日前までは無料でキャンセルできます。 ยกเลิกได้โดยไม่เสียค่าใช้จ่าย\",\"paid\":null},");
        }
        text.append("\"");
        return text + "x".repeat(bytes - bytes(text) - 2) + "\"]";
    }

    private static int bytes(CharSequence text) {
        return text.toString().getBytes(StandardCharsets.UTF_8).length;
    }

    private static String text(String outcomeAndAnswer) {
        JsonNode answer = JsonMapper.shared().readTree(outcomeAndAnswer.substring(outcomeAndAnswer.indexOf(' ')));
        return answer.at("/content/0/text").asString();
    }

    @ParameterizedTest
    @EnumSource(
            value = Estimator.class,
            names = {"BPE", "CLASSES"})
    void byteLimitReplacesFailingEstimator(Estimator estimator) throws Exception {
        // 12 bytes for each of 4,000 tokens
        String belowLimit = bookings(48_000);
        assertThat(bytes(belowLimit)).isEqualTo(48_000);
        assertThat(belowLimit.length()).isLessThan(40_000);
        String passed = guard(estimator, belowLimit);
        assertThat(passed).startsWith("passed ");
        assertThat(text(passed)).isEqualTo(belowLimit);

        for (int size : new int[] {48_001, 70_000, 900_000}) {
            String answer = guard(estimator, bookings(size));
            assertThat(answer).startsWith("paginated ");
            assertThat(bytes(text(answer))).isBetween(1_000, 48_000);
            JsonNode page = JsonMapper.shared().readTree(text(answer));
            String items = page.path("items").toString();
            assertThat(page.path("items").size()).isBetween(4, 50);
            assertThat(bookings(size)).startsWith(items.substring(0, items.length() - 1));
            assertThat(page.path("nextCursor").asString()).hasSize(48);
        }
    }
}
