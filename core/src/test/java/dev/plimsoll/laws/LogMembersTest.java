package dev.plimsoll.laws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.testkit.sample.SampleResults;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that the outline of a log names the members that {@code fromlog} reads in its lines. */
class LogMembersTest {

    private static final int LINES = 300;
    private static final Pattern NAMES = Pattern.compile("\"fromlog\":\"([^\"]*)\"");
    private static final Pattern STRINGS = Pattern.compile("\"([^\"]*)\"");

    private final Engine engine = Engine.of(1_000, ClientFeatures.current());

    private Answered guard(String line) {
        String log = IntStream.range(0, LINES)
                .mapToObj(i -> line.replace("SS", String.format("%02d", i % 60)))
                .collect(Collectors.joining("\n"));
        return engine.guard(SampleResults.text(log.getBytes(StandardCharsets.UTF_8)));
    }

    private static String shown(Answered answered) {
        return answered.texts().get(0).utf8();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "time=2026-03-05T08:00:SSZ level=info source=billing msg=\"a=1 b=2\" millis=7 status=200",
                "I0305 08:00:SS.000000       1 api.go:7] \"cache miss\" ms=SS pod=\"default/a\" err=\"no \\\"x=1\\\"\"",
                "2026-03-05T08:00:SSZ INFO http: served (method=GET, path=/a?b=c) in 5ms 7x=1 =2 x",
                "2026-03-05 08:00:SS,123 [main] WARN app - user.id=7 retry=\"not closed",
                "ts=1700000000 lvl=warn t=5 message=hello order_no=9 a=b=c"
            })
    void outlineNamesWhatFromlogReads(String line) {
        Answered first = guard(line);
        Matcher names = NAMES.matcher(shown(first));
        assertThat(names.find()).as(shown(first)).isTrue();

        String read = shown(engine.read(
                first.getShown().readCursor(),
                "\"query\":\"[.[] | fromlog | to_entries[] | select(.value != null).key] | unique\""));
        List<String> expected = new ArrayList<>();
        Matcher strings = STRINGS.matcher(read.substring(read.lastIndexOf('[')));
        while (strings.find()) {
            expected.add(strings.group(1));
        }
        assertThat(Arrays.asList(names.group(1).split(", "))).hasSameElementsAs(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"2026-03-05 08:00:SS ERROR [api] failed", "2026-03-05 08:00:SS INFO a == b, 1=2"})
    void outlineOfLogWithoutPairsNamesNoMembers(String line) {
        assertThat(shown(guard(line))).contains("(log").doesNotContain("\"fromlog\":");
    }
}
