package dev.plimsoll.laws;

import dev.plimsoll.testkit.sample.Payload;
import dev.plimsoll.testkit.sample.Payloads;
import dev.plimsoll.testkit.sample.Results;
import dev.plimsoll.testkit.sample.ToolResult;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Every named payload in every dress a server may send it in, and every named result. */
final class Samples {

    private static final List<ToolResult> ALL = all();

    private Samples() {}

    static Stream<Sample> stream() {
        return ALL.stream().map(Sample::new);
    }

    /** One result, shown by its name. */
    record Sample(ToolResult result) {

        byte[] bytes() {
            return result.bytes();
        }

        @Override
        public String toString() {
            return result.name();
        }
    }

    private static List<ToolResult> all() {
        List<ToolResult> all = new ArrayList<>();
        for (Payload payload : Payloads.samples()) {
            byte[] bytes = payload.bytes();
            all.add(new ToolResult(payload.name() + "/text", Results.text(bytes)));
            if (payload.isObject()) {
                all.add(new ToolResult(payload.name() + "/structured", Results.structured(bytes)));
            }
            if (payload.isJson()) {
                all.add(new ToolResult(payload.name() + "/doubled", Results.doubled(bytes)));
            } else {
                all.add(new ToolResult(payload.name() + "/file", Results.fileServer(bytes)));
            }
        }
        all.addAll(Results.samples());
        return List.copyOf(all);
    }
}
