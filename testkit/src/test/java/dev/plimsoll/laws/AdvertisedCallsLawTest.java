package dev.plimsoll.laws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.laws.Samples.Sample;
import dev.plimsoll.model.Client;
import dev.plimsoll.testkit.Cases;
import dev.plimsoll.testkit.sample.Results;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An answer names only calls that work. */
@Execution(ExecutionMode.CONCURRENT)
class AdvertisedCallsLawTest {

    private static final int PAGES = 3;
    private static final int MOST_PATHS = 12;

    static Stream<Sample> samples() {
        return Samples.half(AdvertisedCallsLawTest.class);
    }

    @ParameterizedTest
    @MethodSource("samples")
    void everyCallNamedInAnAnswerAboutASampleWorks(Sample sample) {
        int number = Math.floorMod(sample.toString().hashCode(), 3);
        walk(sample.bytes(), 300, Engine.CLIENTS.get(number));
        walk(sample.bytes(), 1_000, Engine.CLIENTS.get((number + 1) % 3));
    }

    @Test
    void everyCallNamedInAnswersAboutRandomResultsWorks() {
        Cases.check(150, 7, Results.any(), result -> {
            walk(result.bytes(), 300, Client.current());
            walk(result.bytes(), 1_000, Client.old());
        });
    }

    private static void walk(byte[] result, int budget, Client client) {
        Engine engine = Engine.of(budget, client);
        Answered answered = engine.guard(result);
        for (int i = 0; i < PAGES; i++) {
            calls(engine, answered);
            String next = answered.nextCursor();
            if (next == null) {
                return;
            }
            answered = engine.read(next);
        }
    }

    private static void calls(Engine engine, Answered answered) {
        for (String cursor : answered.stubCursors()) {
            works(engine.read(cursor), "a block's cursor");
        }
        Shown shown = answered.shown();
        if (shown == null) {
            return;
        }
        Fields header = shown.header();
        for (String name : new String[] {"nextCursor", "previousCursor", "cursor"}) {
            if (header.has(name)) {
                works(engine.read(header.text(name)), name);
            }
        }
        for (Fields next : header.list("next")) {
            assertThat(next.text("tool")).isEqualTo(engine.call.client().readTool());
            works(
                    engine.readWith(filled(next.get("arguments").utf8(), header)),
                    next.object().utf8());
        }
        for (String list : new String[] {"folded", "sections", "trimmed"}) {
            header.list(list).stream()
                    .filter(entry -> entry.has("path"))
                    .limit(MOST_PATHS)
                    .forEach(entry -> {
                        String path = entry.text("path");
                        works(engine.readPath(shown.readingCursor(), path), list + " " + path);
                    });
        }
    }

    /** The arguments with the cursor that they name. */
    private static String filled(String arguments, Fields header) {
        for (String name : new String[] {"nextCursor", "cursor"}) {
            if (arguments.contains("<" + name + ">")) {
                return arguments.replace("<" + name + ">", header.text(name));
            }
        }
        throw new AssertionError("no cursor in " + arguments);
    }

    private static void works(Answered answered, String call) {
        assertThat(answered.isError()).as("%s: %s", call, answered).isFalse();
    }
}
