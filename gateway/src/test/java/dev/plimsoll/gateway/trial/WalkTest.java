package dev.plimsoll.gateway.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.Slice;
import dev.plimsoll.model.Client;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.testkit.sample.Payloads;
import dev.plimsoll.testkit.sample.Results;
import java.io.ByteArrayInputStream;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WalkTest {

    private static Walk walk(byte[] bytes, int budget) throws TrialException {
        Progress progress = new Progress(null);
        Payload payload = Intake.take("-", new ByteArrayInputStream(bytes), null, progress);
        Policy policy = Policy.defaults().with(Policy.TOKEN_BUDGET_THRESHOLD, budget);
        TrialOptions options = new TrialOptions("try", policy, Client.current(), null, Map.of(), List.of(), true);
        Walk walk = Trial.run(payload, options, progress).walk();
        if (walk == null) {
            throw new AssertionError("no walk");
        }
        return walk;
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
    void readingEverythingGivesTheOriginal(String name) throws TrialException {
        Walk walk = walk(Payloads.named(name).bytes(), 1_500);

        assertThat(walk.difference()).isEmpty();
        assertThat(walk.pages()).isGreaterThan(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"structured-doubled", "texts-several", "error-long", "images-many", "structured-alone"})
    void readingAResultOfSeveralPartsGivesTheOriginal(String name) throws TrialException {
        assertThat(walk(Results.named(name).slice().toByteArray(), 1_500).difference())
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"csv-with-quoted-newlines", "json-lines", "users-pretty"})
    void readingRecordsInAStringGivesThem(String name) throws TrialException {
        Walk walk = walk(Results.fileServer(Payloads.named(name).bytes()), 1_500);

        assertThat(walk.difference()).isEmpty();
        assertThat(walk.pages()).isGreaterThan(1);
    }

    @Test
    void readsShortenedItemsByTheirPath() throws TrialException {
        Walk walk = walk(Payloads.named("one-giant-item-among-small").bytes(), 1_000);

        assertThat(walk.parts()).isEqualTo(1);
        assertThat(walk.equal()).isTrue();
    }

    @Test
    void aResultThatPassesIsOneAnswer() throws TrialException {
        Walk walk = walk(Payloads.named("ten-small-items").bytes(), 1_000);

        assertThat(walk.pages()).isEqualTo(1);
        assertThat(walk.equal()).isTrue();
    }

    @Test
    void noticesWhatDiffersIsMissingOrComesTwice() {
        assertThat(expected("[1,2,3]").items("[1,2]", 0)).startsWith("the end is missing: 2 of 3");
        assertThat(expected("[1,2,3]").items("[1,9,3]", 0)).isEqualTo("item 2 differs");
        assertThat(expected("[1,2,3]").items("[2,3]", 1)).contains("missing or come twice");
        assertThat(expected("\"abc\"").text("ab")).startsWith("the end is missing: 2 of 3 bytes");
        assertThat(expected("\"abc\"").text("abx")).isEqualTo("the text differs after byte 0");
    }

    private static Compared expected(String json) {
        return new Compared(new Expected(new dev.plimsoll.model.Document(Slice.of(json), true), null, ""));
    }

    private record Compared(Expected expected) {
        String items(String shown, long first) {
            expected.items(dev.plimsoll.json.ItemIndex.of(Slice.of(shown)), first, java.util.Set.of());
            return String.valueOf(expected.fault());
        }

        String text(String piece) {
            expected.text(Slice.of(piece));
            return String.valueOf(expected.fault());
        }
    }
}
