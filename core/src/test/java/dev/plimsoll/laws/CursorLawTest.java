package dev.plimsoll.laws;

import static dev.plimsoll.laws.ReadingArgumentsLawTest.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.call.ToolCall;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.testkit.sample.SampleResults;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that cursors are small, belong to their caller, and expire with their snapshot. */
@Execution(ExecutionMode.CONCURRENT)
class CursorLawTest {

    private final Engine engine = Engine.of(1_000, ClientFeatures.current());

    private String issueCursor() {
        return String.valueOf(
                engine.guard(SampleResults.named("text-of-json").bytes()).nextCursor());
    }

    @Test
    void cursorHasAtMostFortyEightUrlSafeCharacters() {
        assertThat(issueCursor()).matches("[A-Za-z0-9_-]{1,48}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "nonsense", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "é", "\\u0000"})
    void invalidCursorIsRefused(String cursor) {
        assertRefused(engine.read(cursor), "CURSOR_INVALID", "cursor");
    }

    @Test
    void missingCursorIsRefused() {
        assertRefused(engine.readWith("{}"), "INVALID_REQUEST", "cursor");
        assertRefused(engine.readWith("[]"), "INVALID_REQUEST", "JSON object");
        assertRefused(engine.readWith("{"), "INVALID_REQUEST", "JSON object");
        assertRefused(engine.readWith(""), "INVALID_REQUEST", "JSON object");
    }

    @Test
    void everyMistypedCharacterIsDetected() {
        String cursor = issueCursor();
        for (int i = 0; i < cursor.length(); i++) {
            char other = cursor.charAt(i) == 'A' ? 'B' : 'A';
            String mistyped = cursor.substring(0, i) + other + cursor.substring(i + 1);
            assertRefused(engine.read(mistyped), "CURSOR_INVALID", "invalid cursor format");
        }
        assertRefused(engine.read(cursor.substring(1)), "CURSOR_INVALID", "cursor");
        assertRefused(engine.read(cursor + "A"), "CURSOR_INVALID", "cursor");
    }

    @Test
    void cursorOfAnotherCallerLooksLikeAMistypedOne() {
        String cursor = issueCursor();
        ToolCall otherCaller = ToolCall.of("server", "list_things", "stranger");
        Answered rejected = engine.as(otherCaller).read(cursor);
        Answered mistyped = engine.read("A" + cursor.substring(1));
        assertThat(rejected.bytes()).isEqualTo(mistyped.bytes());
        engine.clock.advance(Duration.ofDays(2));
        assertThat(engine.as(otherCaller).read(cursor).bytes()).isEqualTo(mistyped.bytes());
    }

    @Test
    void cursorOfAnotherToolIsRefused() {
        String cursor = issueCursor();
        assertRefused(engine.as(ToolCall.of("server", "other", "caller")).read(cursor), "CURSOR_INVALID", "tool");
        assertRefused(engine.as(ToolCall.of("other", "list_things", "caller")).read(cursor), "CURSOR_INVALID", "tool");
        Answered anyTool = engine.as(ToolCall.of("", "", "caller")).read(cursor);
        assertThat(anyTool.isError()).as("%s", anyTool).isFalse();
    }

    @Test
    void cursorLivesWhileUsedAndExpiresAfterTtl() {
        String cursor = issueCursor();
        for (int i = 0; i < 8; i++) {
            engine.clock.advance(Duration.ofMinutes(14));
            assertThat(engine.read(cursor).isError()).isFalse();
        }
        engine.clock.advance(Duration.ofMinutes(15));
        assertRefused(engine.read(cursor), "CURSOR_EXPIRED", "expired");
        assertRefused(engine.readPath(cursor, "/0"), "CURSOR_EXPIRED", "expired");
        assertRefused(engine.read(cursor, "\"mode\":\"full\""), "CURSOR_EXPIRED", "expired");
        assertRefused(engine.read(cursor, "\"page\":2"), "CURSOR_EXPIRED", "expired");
    }

    @Test
    void cursorExpiresAtMaximumTtlEvenIfUsed() {
        String cursor = issueCursor();
        int uses = 0;
        while (!engine.read(cursor).isError() && uses < 200) {
            engine.clock.advance(Duration.ofMinutes(14));
            uses++;
        }
        assertThat(uses).isEqualTo(103);
        assertRefused(engine.read(cursor), "CURSOR_EXPIRED", "expired");
    }

    @Test
    void linkExpiresWithItsResult() {
        Answered linked =
                engine.guard(SampleResults.named("image-huge-dimensions").bytes());
        String uri = "plimsoll://blob/" + linked.replacementCursors().get(0);
        assertThat(engine.plimsoll().blob(engine.call, uri).base64().length()).isPositive();
        ToolCall otherCaller = ToolCall.of("server", "list_things", "stranger");
        assertThatThrownBy(() -> engine.plimsoll().blob(otherCaller, uri)).isInstanceOf(RefusedException.class);
        engine.clock.advance(Duration.ofMinutes(15));
        assertThatThrownBy(() -> engine.plimsoll().blob(engine.call, uri)).isInstanceOf(RefusedException.class);
        assertThatThrownBy(() -> engine.plimsoll().blob(engine.call, "file:///etc/passwd"))
                .isInstanceOf(RefusedException.class);
    }

    @Test
    void lastPageStaysReadable() {
        Answered page =
                engine.guard(SampleResults.named("texts-one-record-each").bytes());
        String last = "";
        while (page.nextCursor() != null) {
            last = String.valueOf(page.nextCursor());
            page = engine.read(last);
        }
        assertThat(engine.read(last).bytes()).isEqualTo(page.bytes());
    }
}
