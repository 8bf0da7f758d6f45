package dev.plimsoll.gateway.show;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.app.AppUse;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.schema.ListedTool;
import dev.plimsoll.tokens.TokenCounter;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Tests the entries of the app's tools, and the size of its page. */
class ShowToolsTest {

    @Test
    void entryHasFewTokens() {
        assertThat(TokenCounter.classes().count(ShowTools.showEntry())).isLessThanOrEqualTo(120);
    }

    @Test
    void entriesDeclareTheirAudience() {
        assertThat(audience(ShowTools.showEntry())).isEqualTo(AppUse.SHARED);
        assertThat(audience(ShowTools.readEntry())).isEqualTo(AppUse.APP_ONLY);
        assertThat(ListedTool.of(ShowTools.showEntry()).hints().readOnly()).isTrue();
        assertThat(ListedTool.of(ShowTools.readEntry()).hints().readOnly()).isTrue();
    }

    private static AppUse audience(Slice entry) {
        return AppUse.of(Objects.requireNonNull(Members.get(entry, "_meta")));
    }

    @Test
    void pageIsSmallAndLoadsNothing() {
        String page = AppPageFile.html().utf8();
        assertThat(page.length()).isLessThanOrEqualTo(100_000);
        assertThat(page).doesNotContain("src=\"http", "href=\"http", "@import", "import(", "fetch(", "XMLHttpRequest");
    }
}
