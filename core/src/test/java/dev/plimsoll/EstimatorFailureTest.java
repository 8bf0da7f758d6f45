package dev.plimsoll;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.re2j.Pattern;
import dev.plimsoll.cursor.KeyRing;
import dev.plimsoll.json.Slice;
import dev.plimsoll.measure.Estimator;
import dev.plimsoll.model.ToolCall;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.store.Limits;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.telemetry.GuardListener;
import java.net.URL;
import java.net.URLClassLoader;
import java.time.InstantSource;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Where the library with the vocabulary is missing, nothing can be counted exactly. */
class EstimatorFailureTest {

    /** What runs without that library. */
    public static final class Alone {

        private Alone() {}

        /** The outcome, then the answer. */
        public static String guarded(String estimator, int times) {
            SnapshotStore store =
                    SnapshotStore.inMemory(new Limits(1 << 24, 1 << 24, 100), InstantSource.system(), new Random(7));
            Policy policy = Policy.defaults().with(Policy.ESTIMATOR, Estimator.valueOf(estimator));
            Plimsoll engine = Plimsoll.over(store, KeyRing.of(new byte[32]), Policies.of(policy), GuardListener.none());
            Guarded guarded = engine.guard(
                    ToolCall.of("crm", "export", "ada"),
                    Slice.of("{\"content\":[{\"type\":\"text\",\"text\":\"" + "all is well ".repeat(times) + "\"}]}"));
            return guarded.receipt().outcome().word() + " " + guarded.result().utf8();
        }
    }

    private static String guarded(Estimator estimator, int times) throws Exception {
        URL[] places = Stream.of(Plimsoll.class, Alone.class, Pattern.class)
                .map(type -> type.getProtectionDomain().getCodeSource().getLocation())
                .toArray(URL[]::new);
        try (URLClassLoader loader = new URLClassLoader(places, ClassLoader.getPlatformClassLoader())) {
            assertThat(loader.getResource("com/knuddels/jtokkit/o200k_base.tiktoken"))
                    .isNull();
            return (String) loader.loadClass(Alone.class.getName())
                    .getMethod("guarded", String.class, int.class)
                    .invoke(null, estimator.name(), times);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Estimator.class,
            names = {"BPE", "CLASSES"})
    void theByteLimitDecidesInItsPlace(Estimator estimator) throws Exception {
        assertThat(guarded(estimator, 1)).startsWith("passed ").contains("all is well");
        assertThat(guarded(estimator, 1_300)).startsWith("passed ");

        String large = guarded(estimator, 9_000);

        assertThat(large).doesNotStartWith("passed ").contains("all is well");
        assertThat(large.length()).isBetween(1_000, 49_000);
    }
}
