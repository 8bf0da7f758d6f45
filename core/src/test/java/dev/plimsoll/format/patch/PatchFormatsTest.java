package dev.plimsoll.format.patch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.format.TextFormats;
import dev.plimsoll.format.data.TextData;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.Slice;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PatchFormatsTest {

    private static final String DIFF = """
            diff --git a/src/main.rs b/src/main.rs
            index 83db48f..bf269f4 100644
            --- a/src/main.rs
            +++ b/src/main.rs
            @@ -1,3 +1,4 @@ fn main() {
             one
            --- two
            +++ two
            +three
             four
            @@ -10 +11,0 @@
            -last
            \\ No newline at end of file
            diff --git a/new.txt b/new.txt
            new file mode 100644
            --- /dev/null
            +++ b/new.txt
            @@ -0,0 +1 @@
            +x
            diff --git a/old name.txt b/other.txt
            similarity index 100%
            rename from old name.txt
            rename to other.txt
            diff --git a/a.png b/a.png
            index 1..2 100644
            Binary files a/a.png and b/a.png differ
            diff --git a/gone b/gone
            deleted file mode 100644
            --- a/gone
            +++ /dev/null
            @@ -1,2 +0,0 @@
            -a
            -b
            """;

    @Test
    void readsTheFilesOfADiff() {
        TextData data = data(DIFF);
        assertThat(data.label()).isEqualTo("diff");
        assertThat(json(data))
                .isEqualTo("[{\"file\":\"src/main.rs\",\"status\":\"modified\",\"added\":2,\"removed\":2,\"hunks\":["
                        + "{\"oldStart\":1,\"newStart\":1,\"section\":\"fn main() {\","
                        + "\"lines\":\" one\\n--- two\\n+++ two\\n+three\\n four\"},"
                        + "{\"oldStart\":10,\"newStart\":11,\"lines\":\"-last\"}]},"
                        + "{\"file\":\"new.txt\",\"status\":\"added\",\"added\":1,\"removed\":0,\"hunks\":["
                        + "{\"oldStart\":0,\"newStart\":1,\"lines\":\"+x\"}]},"
                        + "{\"file\":\"other.txt\",\"from\":\"old name.txt\",\"status\":\"renamed\",\"added\":0,"
                        + "\"removed\":0,\"hunks\":[]},"
                        + "{\"file\":\"a.png\",\"status\":\"modified\",\"added\":0,\"removed\":0,\"binary\":true,\"hunks\":[]},"
                        + "{\"file\":\"gone\",\"status\":\"deleted\",\"added\":0,\"removed\":2,\"hunks\":["
                        + "{\"oldStart\":1,\"newStart\":0,\"lines\":\"-a\\n-b\"}]}]");
        TextData two = data(Objects.requireNonNull(data.text(1, 3)).utf8() + "\n");
        assertThat(json(two)).startsWith("[{\"file\":\"new.txt\"").contains("{\"file\":\"other.txt\"");
    }

    @Test
    void readsADiffOfTheDiffProgram() {
        assertThat(json(data("""
                --- old/a.txt\t2026-01-05 10:00:00 +0000
                +++ new/a.txt\t2026-01-05 10:00:01 +0000
                @@ -1 +1 @@
                -a
                +b
                --- old/c.txt\t2026-01-05 10:00:00 +0000
                +++ new/c.txt\t2026-01-05 10:00:01 +0000
                @@ -1 +1 @@
                -c
                +d
                """)))
                .isEqualTo("[{\"file\":\"new/a.txt\",\"status\":\"modified\",\"added\":1,\"removed\":1,\"hunks\":["
                        + "{\"oldStart\":1,\"newStart\":1,\"lines\":\"-a\\n+b\"}]},"
                        + "{\"file\":\"new/c.txt\",\"status\":\"modified\",\"added\":1,\"removed\":1,\"hunks\":["
                        + "{\"oldStart\":1,\"newStart\":1,\"lines\":\"-c\\n+d\"}]}]");
    }

    @Test
    void readsADiffBelowASentence() {
        TextData data = data("Diff with main:\n" + DIFF);
        assertThat(json(data)).isEqualTo(json(data(DIFF)));
        assertThat(data.otherText().before().utf8()).isEqualTo("Diff with main:");
    }

    @Test
    void readsAGitLog() {
        TextData data = data("""
                commit 1f3870be274f6c49b3e31a0c6728957f1f3870be (HEAD -> main, tag: v1)
                Merge: 1f3870b 2f3870b
                Author: Ada Lovelace <ada@example.org>
                Date:   Thu Nov 26 18:58:07 2026 +0000

                    Reads logs

                    commit messages may look like
                    Author: headers

                 src/{a => b}/C.java | 12 ++++--
                 logo.png            | Bin 0 -> 12 bytes
                 2 files changed, 8 insertions(+), 4 deletions(-)

                commit 2f3870be274f6c49b3e31a0c6728957f1f3870be
                Author: Bob <bob@example.org>
                Date:   Wed Nov 25 18:58:07 2026 +0000

                    Starts
                """);
        assertThat(data.label()).isEqualTo("git log");
        assertThat(json(data))
                .isEqualTo(
                        "[{\"commit\":\"1f3870be274f6c49b3e31a0c6728957f1f3870be\",\"refs\":\"HEAD -> main, tag: v1\","
                                + "\"author\":\"Ada Lovelace\",\"email\":\"ada@example.org\","
                                + "\"date\":\"Thu Nov 26 18:58:07 2026 +0000\",\"subject\":\"Reads logs\","
                                + "\"message\":\"Reads logs\\n\\ncommit messages may look like\\nAuthor: headers\","
                                + "\"files\":[{\"path\":\"src/{a => b}/C.java\",\"changes\":12},"
                                + "{\"path\":\"logo.png\",\"changes\":\"Bin\"}]},"
                                + "{\"commit\":\"2f3870be274f6c49b3e31a0c6728957f1f3870be\",\"author\":\"Bob\","
                                + "\"email\":\"bob@example.org\",\"date\":\"Wed Nov 25 18:58:07 2026 +0000\","
                                + "\"subject\":\"Starts\",\"message\":\"Starts\"}]");
        assertThat(json(data(Objects.requireNonNull(data.text(1, 2)).utf8()))).startsWith("[{\"commit\":\"2f3");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "---\ntitle: x\n---\n+++\n",
                "commit to the plan\nand go on\n",
                "diff the two files\nthen merge\n",
                "--- a\n",
                "--- a\n+++ b\ntext\ntext\ntext\n",
                "commit abc\nAuthor\n"
            })
    void rejectsTextsThatAreNotDiffsOrLogs(String text) {
        for (var format : List.of(new DiffFormat(), new GitLogFormat())) {
            Slice slice = Slice.of(text);
            assertThat(format.canRead(slice) ? format.read(slice) : null)
                    .as(format.name())
                    .isNull();
        }
    }

    @Test
    void readsHostileTextsInLinearTime() {
        String head = "--- a\n+++ b\n";
        assertThat(json(data(head + "@@ -1 +1 @@\n-a\n+b\n".repeat(200_000)))).hasSizeGreaterThan(1_000_000);
        assertThat(json(data(head + "@@ -999999999 +999999999,999999999 @@\n" + "+x\n".repeat(500_000))))
                .contains("\"added\":500000");
        assertThat(new DiffFormat().read(Slice.of("diff " + "x".repeat(3_000_000))))
                .isNull();
        assertThat(new GitLogFormat().read(Slice.of("commit 1234567\n" + "x\n".repeat(300_000))))
                .isNull();
    }

    private static TextData data(String text) {
        return Objects.requireNonNull(
                TextFormats.read(Slice.of(text)), text.substring(0, Math.min(500, text.length())));
    }

    private static String json(TextData data) {
        ByteSink out = new ByteSink(data.size());
        data.writeTo(out);
        assertThat(Json.isValid(out.slice())).isTrue();
        return out.slice().utf8();
    }
}
