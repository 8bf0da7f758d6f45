package dev.plimsoll.laws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.laws.Samples.Sample;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.StyleId;
import dev.plimsoll.shape.style.StyleRegistry;
import dev.plimsoll.testkit.PropertyCases;
import dev.plimsoll.testkit.sample.JsonRespacer;
import dev.plimsoll.testkit.sample.SampleResults;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks that the answer to a result in one line is one line, in any form, mode, and era, and that shaped answers have
 * no white space between JSON tokens.
 */
@Execution(ExecutionMode.CONCURRENT)
class OneLineLawTest {

    private static final Pattern CURSOR = Pattern.compile("[A-Za-z0-9_-]{48}");
    private static final int MAX_CURSORS = 3;

    private static final List<String> MODES = List.of(
            "\"mode\":\"summary\"",
            "\"mode\":\"outline\"",
            "\"mode\":\"full\"",
            "\"mode\":\"lines\"",
            "\"find\":\"e\"",
            "\"query\":\".\"",
            "\"query\":\"[.[]?]\"",
            "\"fields\":[\"id\",\"name\",\"result\"]",
            "\"path\":\"/0\"",
            "\"path\":\"/result/0\"",
            "\"path\":\"/result\"",
            "\"path\":\"/3\",\"mode\":\"summary\"",
            "\"page_size\":2");

    static Stream<Sample> samples() {
        return Samples.stream();
    }

    @ParameterizedTest
    @MethodSource("samples")
    void answerToSampleIsOneLine(Sample sample) {
        int number = Math.floorMod(sample.toString().hashCode(), 6);
        check(sample.bytes(), Engine.of(Engine.BUDGETS[number % 2], Engine.CLIENTS.get(number / 2)));
    }

    /** Returns samples to format with line breaks, which a message over HTTP may contain. */
    static Stream<Sample> everyFifth() {
        return samples().filter(sample -> Math.floorMod(sample.toString().hashCode(), 5) == 0);
    }

    @ParameterizedTest
    @MethodSource("everyFifth")
    void answerToFormattedSampleIsCompact(Sample sample) {
        byte[] formatted = JsonRespacer.pretty(sample.bytes());
        check(formatted, Engine.of(1_000, ClientFeatures.current()));
    }

    static List<StyleId> styles() {
        return StyleRegistry.standard().ids();
    }

    @ParameterizedTest
    @MethodSource("styles")
    void modelBlocksAreOneLineInEveryStyle(StyleId style) {
        for (ClientFeatures clientFeatures : Engine.CLIENTS) {
            for (boolean heavy : new boolean[] {true, false}) {
                Policy policy = Engine.policy(1_000).with(Policy.STYLE, style).with(Policy.HEAVY, heavy);
                check(SampleResults.models(300), Engine.of(policy, clientFeatures));
                check(SampleResults.modelsAsBlocks(300), Engine.of(policy, clientFeatures));
            }
        }
    }

    @Test
    void omittedModelBlocksAreReadInOneLine() {
        byte[] result = SampleResults.models(300);
        Engine engine = Engine.of(1_000, ClientFeatures.current());
        Answered first = engine.guard(result);
        Set<String> cursors = cursors(first);
        assertThat(first.isShaped()).isTrue();
        for (String cursor : cursors) {
            Answered read = engine.read(cursor);
            OneLine.check(read, result);
            assertThat(read.isError()).isFalse();
        }
    }

    @Test
    void answersToRandomResultsAreOneLine() {
        PropertyCases.check(60, 4, SampleResults.any(), random -> {
            byte[] result = random.bytes();
            check(result, Engine.of(300, ClientFeatures.current()));
            check(result, Engine.of(1_000, ClientFeatures.old()));
        });
    }

    private static void check(byte[] result, Engine engine) {
        engine.withObserver(answered -> OneLine.check(answered, result));
        Answered first = engine.guard(result);
        int read = 0;
        for (String cursor : cursors(first)) {
            engine.read(cursor);
            for (String mode : read == 0 ? MODES : List.<String>of()) {
                engine.read(cursor, mode);
            }
            if (++read == MAX_CURSORS) {
                return;
            }
        }
    }

    private static Set<String> cursors(Answered answered) {
        Set<String> cursors = new TreeSet<>();
        Matcher matcher = CURSOR.matcher(answered.raw().utf8());
        while (matcher.find()) {
            cursors.add(matcher.group());
        }
        return cursors;
    }
}
