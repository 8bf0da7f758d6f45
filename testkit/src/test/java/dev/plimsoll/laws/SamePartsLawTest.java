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
        same(Slice.of(sample.bytes()));
    }

    @Test
    void randomResultsHaveSamePartsBothWays() {
        PropertyCases.check(2_000, 3, SampleResults.any(), result -> same(Slice.of(result.bytes())));
    }

    private static void same(Slice raw) {
        CheckedJson checked = CheckedJson.of(raw);
        assertThat(checked != null).isEqualTo(Json.isValid(raw));
        if (checked != null) {
            assertThat(places(ToolResult.parse(checked))).isEqualTo(places(ToolResult.parse(raw)));
        }
    }

    private static List<String> places(@Nullable ToolResult result) {
        if (result == null) {
            return List.of("none");
        }
        List<String> pointers = new ArrayList<>();
        pointers.add(place(result.raw()) + result.isError() + result.isTask());
        pointers.add(place(result.structured()));
        pointers.add(place(result.meta()));
        pointers.add(place(result.resultType()));
        result.otherMembers().forEach(other -> pointers.add(place(other)));
        for (ContentBlock contentBlock : result.blocks()) {
            pointers.add(contentBlock.type()
                    + place(contentBlock.raw())
                    + place(contentBlock.text())
                    + place(contentBlock.base64())
                    + contentBlock.mimeType());
        }
        return pointers;
    }

    private static String place(@Nullable Slice slice) {
        return slice == null ? "-" : Objects.toString(slice.from()) + "-" + slice.to() + " ";
    }
}
