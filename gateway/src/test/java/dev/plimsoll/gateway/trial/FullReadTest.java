package dev.plimsoll.gateway.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.testkit.sample.Payloads;
import dev.plimsoll.testkit.sample.SampleResults;
import java.io.ByteArrayInputStream;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FullReadTest {

    private static FullRead fullRead(byte[] bytes, int budget) throws TrialException {
        TrialProgress trialProgress = new TrialProgress(null);
        TrialPayload trialPayload = PayloadReader.read("-", new ByteArrayInputStream(bytes), null, trialProgress);
        Policy policy = Policy.defaults().with(Policy.TOKEN_BUDGET_THRESHOLD, budget);
        TrialOptions options =
                new TrialOptions("try", policy, ClientFeatures.current(), null, Map.of(), List.of(), true);
        FullRead fullRead = Trial.run(trialPayload, options, trialProgress).fullRead();
        if (fullRead == null) {
            throw new AssertionError("the report has no full read");
        }
        return fullRead;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "orders",
                "users-pretty",
                "balanced-object",
                "list-at-depth-3",
                "dominating-string",
                "one-giant-item-among-small",
                "one-giant-record",
                "map-of-thousands",
                "lone-surrogates",
                "imitates-own-member",
                "csv-with-quoted-newlines",
                "json-lines",
                "log-with-stack-traces",
                "stacked-accents"
            })
    void readsTheCompleteOriginal(String name) throws TrialException {
        FullRead fullRead = fullRead(Payloads.named(name).bytes(), 1_500);

        assertThat(fullRead.difference()).isEmpty();
        assertThat(fullRead.pages()).isGreaterThan(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"structured-doubled", "texts-several", "error-long", "images-many", "structured-alone"})
    void readsAllContentOfAResult(String name) throws TrialException {
        assertThat(fullRead(SampleResults.named(name).slice().toByteArray(), 1_500)
                        .difference())
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"csv-with-quoted-newlines", "json-lines", "users-pretty"})
    void readsAllRecordsInAString(String name) throws TrialException {
        FullRead fullRead =
                fullRead(SampleResults.fileServer(Payloads.named(name).bytes()), 1_500);

        assertThat(fullRead.difference()).isEmpty();
        assertThat(fullRead.pages()).isGreaterThan(1);
    }

    @Test
    void readsFoldedItemsByTheirPath() throws TrialException {
        FullRead fullRead =
                fullRead(Payloads.named("one-giant-item-among-small").bytes(), 1_000);

        assertThat(fullRead.valuesReadByPath()).isEqualTo(1);
        assertThat(fullRead.isEqual()).isTrue();
    }

    @Test
    void reportsOneAnswerForAPassedResult() throws TrialException {
        FullRead fullRead = fullRead(Payloads.named("ten-small-items").bytes(), 1_000);

        assertThat(fullRead.pages()).isEqualTo(1);
        assertThat(fullRead.isEqual()).isTrue();
    }

    @Test
    void detectsItemsThatDifferOrAreMissingOrRepeated() {
        assertThat(expected("[1,2,3]").compareItems("[1,2]", 0)).startsWith("the end is missing: 2 of 3");
        assertThat(expected("[1,2,3]").compareItems("[1,9,3]", 0)).isEqualTo("item 2 differs");
        assertThat(expected("[1,2,3]").compareItems("[2,3]", 1)).contains("missing or repeated");
        assertThat(expected("\"abc\"").compareText("ab")).startsWith("the end is missing: 2 of 3 bytes");
        assertThat(expected("\"abc\"").compareText("abx")).isEqualTo("the text differs after byte 0");
    }

    private static Comparison expected(String json) {
        return new Comparison(new ExpectedValue(new dev.plimsoll.model.Document(Slice.of(json), true), null, ""));
    }

    private record Comparison(ExpectedValue value) {
        String compareItems(String page, long firstIndex) {
            value.compareItems(dev.plimsoll.json.ItemIndex.of(Slice.of(page)), firstIndex, java.util.Set.of());
            return String.valueOf(value.difference());
        }

        String compareText(String chunk) {
            value.compareText(Slice.of(chunk));
            return String.valueOf(value.difference());
        }
    }
}
