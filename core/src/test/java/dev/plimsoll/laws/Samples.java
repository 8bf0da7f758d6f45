package dev.plimsoll.laws;

import dev.plimsoll.testkit.sample.Payloads;
import dev.plimsoll.testkit.sample.SamplePayload;
import dev.plimsoll.testkit.sample.SampleResults;
import dev.plimsoll.testkit.sample.SampleToolResult;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Every named payload in every form that a server may use, and every named result. */
final class Samples {

    /**
     * Distance between the samples that a test uses for one policy or one client. With 10, the test uses every tenth
     * sample, and begins at another sample for each policy or client. With 1, it uses all samples, which takes minutes;
     * {@code .ci/full} sets 1.
     */
    static final int STEP = Integer.getInteger("plimsoll.laws.step", 10);

    private static final List<SampleToolResult> ALL = all();

    private Samples() {}

    static Stream<Sample> stream() {
        return ALL.stream().map(Sample::new);
    }

    /**
     * Returns every second sample. Some laws get the samples with odd numbers, and other laws the samples with even
     * numbers, so that together they use all. Returns all samples if {@link #STEP} is 1.
     */
    static Stream<Sample> halfFor(Class<?> law) {
        int first = law.getSimpleName().length() % 2;
        return STEP == 1
                ? stream()
                : IntStream.range(0, ALL.size()).filter(i -> i % 2 == first).mapToObj(i -> new Sample(ALL.get(i)));
    }

    /** A result that is displayed by its name. */
    record Sample(SampleToolResult result) {

        byte[] bytes() {
            return result.bytes();
        }

        @Override
        public String toString() {
            return result.name();
        }
    }

    private static List<SampleToolResult> all() {
        List<SampleToolResult> all = new ArrayList<>();
        for (SamplePayload samplePayload : Payloads.samples()) {
            byte[] bytes = samplePayload.bytes();
            all.add(new SampleToolResult(samplePayload.name() + "/text", SampleResults.text(bytes)));
            if (samplePayload.isObject()) {
                all.add(new SampleToolResult(samplePayload.name() + "/structured", SampleResults.structured(bytes)));
            }
            if (samplePayload.isJson()) {
                all.add(new SampleToolResult(samplePayload.name() + "/doubled", SampleResults.withTextCopy(bytes)));
            } else {
                all.add(new SampleToolResult(samplePayload.name() + "/file", SampleResults.fileServer(bytes)));
            }
        }
        all.addAll(SampleResults.samples());
        return List.copyOf(all);
    }
}
