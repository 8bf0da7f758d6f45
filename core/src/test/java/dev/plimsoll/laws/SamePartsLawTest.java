package dev.plimsoll.laws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.CheckedJson;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.Slice;
import dev.plimsoll.laws.Samples.Sample;
import dev.plimsoll.model.ContentBlock;
import dev.plimsoll.model.ToolResult;
import dev.plimsoll.testkit.PropertyCases;
import dev.plimsoll.testkit.sample.SampleResults;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that a result has the same content blocks at the same offsets, whether it was validated first or not. */
class SamePartsLawTest {

    static Stream<Sample> samples() {
        return Samples.stream();
    }

    @ParameterizedTest
    @MethodSource("samples")
    void samplesHaveSamePartsBothWays(Sample sample) {
        checkParts(Slice.of(sample.bytes()));
    }

    @Test
    void randomResultsHaveSamePartsBothWays() {
        PropertyCases.check(2_000, 3, SampleResults.any(), result -> checkParts(Slice.of(result.bytes())));
    }

    private static void checkParts(Slice raw) {
        CheckedJson checked = CheckedJson.of(raw);
        assertThat(checked != null).isEqualTo(Json.isValid(raw));
        if (checked != null) {
            assertThat(positions(ToolResult.parse(checked))).isEqualTo(positions(ToolResult.parse(raw)));
        }
    }

    private static List<String> positions(@Nullable ToolResult result) {
        if (result == null) {
            return List.of("none");
        }
        List<String> ranges = new ArrayList<>();
        ranges.add(position(result.raw()) + result.isError() + result.isTask());
        ranges.add(position(result.structured()));
        ranges.add(position(result.meta()));
        ranges.add(position(result.resultType()));
        result.otherMembers().forEach(other -> ranges.add(position(other)));
        for (ContentBlock contentBlock : result.blocks()) {
            ranges.add(contentBlock.type()
                    + position(contentBlock.raw())
                    + position(contentBlock.text())
                    + position(contentBlock.base64())
                    + contentBlock.mimeType());
        }
        return ranges;
    }

    private static String position(@Nullable Slice slice) {
        return slice == null ? "-" : Objects.toString(slice.from()) + "-" + slice.to() + " ";
    }
}
