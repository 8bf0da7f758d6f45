package dev.plimsoll.laws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.testkit.PropertyCases;
import dev.plimsoll.testkit.RealTokens;
import dev.plimsoll.testkit.sample.SampleResults;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Checks that outlines of texts name every section with its lines, and that their paths read exactly these lines. */
class SectionLawTest {

    private static final Pattern ENTRY = Pattern.compile("(\\d+) (#+) (.*?)(?: (e\\d+))? (\\d+)(?:-(\\d+))?");
    private static final int GOAL_TOKENS = 600;
    private static final String OUTLINE = "\"mode\":\"outline\"";

    /** A text, and the lines of its headings from 1, with their levels. */
    private record Document(String text, List<Integer> lines, List<Integer> levels) {

        /** Returns the last line of the section below a heading, computed in the simplest way. */
        int end(int heading) {
            for (int i = heading + 1; i < lines.size(); i++) {
                if (levels.get(i) <= levels.get(heading)) {
                    return lines.get(i) - 1;
                }
            }
            return text.split("\n", -1).length - (text.endsWith("\n") ? 1 : 0);
        }
    }

    /** Creates Markdown with random headings; some fenced blocks contain lines that only look like
     * headings. */
    private static Document markdown(Random random, int sections) {
        StringBuilder text = new StringBuilder();
        List<Integer> lines = new ArrayList<>();
        List<Integer> levels = new ArrayList<>();
        text.append("An *introduction* with `code`.\n\n- a list\n- [link](x)\n\n");
        int line = 5;
        for (int i = 0; i < sections; i++) {
            int level = 1 + Math.min(random.nextInt(4), random.nextInt(6));
            lines.add(line + 1);
            levels.add(level);
            text.append("#".repeat(level)).append(" Part ").append(i).append(random.nextBoolean() ? "\n" : " Ü\r\n");
            line++;
            for (int j = random.nextInt(8); j > 0; j--) {
                text.append(random.nextBoolean() ? "Some **bold** text for a line.\n" : "\n");
                line++;
            }
            if (random.nextInt(3) == 0) {
                text.append("```py\n# no heading\n```\n");
                line += 3;
            }
        }
        String all = text.toString();
        return new Document(random.nextBoolean() ? all.strip() : all, lines, levels);
    }

    private static Answered guard(Engine engine, String text) {
        return engine.guard(SampleResults.text(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static Fields outline(Answered answered) {
        return new Fields(answered.getShown().header().get("outline"));
    }

    private static List<String> headings(Answered answered) {
        Slice headings = Members.get(answered.getShown().header().get("outline"), "headings");
        List<String> found = new ArrayList<>();
        ItemIndex index = headings == null ? ItemIndex.of(Slice.of("[]")) : ItemIndex.of(headings);
        for (int i = 0; i < index.count(); i++) {
            found.add(JsonStrings.text(index.item(i)).utf8());
        }
        return found;
    }

    /** Reads a view to its end and returns its text. */
    private static String readAll(Engine engine, Answered first) {
        StringBuilder all = new StringBuilder();
        Answered answered = first;
        while (true) {
            Slice text = answered.isShaped()
                    ? answered.chunkText()
                    : answered.texts().get(0);
            all.append(text.utf8());
            if (answered.nextCursor() == null) {
                return all.toString();
            }
            answered = engine.read(answered.nextCursor());
        }
    }

    @Test
    void headingsHaveTheirLinesAndSectionsJoinToTheText() {
        PropertyCases.check(60, 11, (random, size) -> markdown(random, 20 + size), document -> {
            Engine engine = Engine.of(300, ClientFeatures.current());
            String cursor = Objects.requireNonNull(guard(engine, document.text).nextCursor());
            List<String> headings = headings(engine.read(cursor, OUTLINE, "\"max_tokens\":20000"));
            assertThat(headings).hasSize(document.lines.size());
            String[] lines = document.text.split("(?<=\n)");
            StringBuilder joined =
                    new StringBuilder(String.join("", List.of(lines).subList(0, document.lines.get(0) - 1)));
            for (int i = 0; i < headings.size(); i++) {
                Matcher entry = ENTRY.matcher(headings.get(i));
                assertThat(entry.matches()).as(headings.get(i)).isTrue();
                assertThat(entry.group(1)).isEqualTo(String.valueOf(i + 1));
                assertThat(entry.group(2)).hasSize(document.levels.get(i));
                int first = document.lines.get(i);
                int end = document.end(i);
                assertThat(entry.group(5)).isEqualTo(String.valueOf(first));
                assertThat(entry.group(6)).isEqualTo(first == end ? null : String.valueOf(end));
                String section = String.join("", List.of(lines).subList(first - 1, end));
                String path = i % 2 == 0 ? "#" + (i + 1) : "#" + entry.group(3);
                if (i % 5 == 0) {
                    assertThat(readAll(engine, engine.readPath(cursor, path))).isEqualTo(section);
                }
                int next = i + 1 < headings.size() ? document.lines.get(i + 1) - 1 : end;
                joined.append(String.join("", List.of(lines).subList(first - 1, next)));
            }
            assertThat(joined.toString()).isEqualTo(document.text);
        });
    }

    @Test
    void matchesAndLinesOfASectionHaveTheLineNumbersOfTheText() {
        StringBuilder text = new StringBuilder("# Top\n\n- a `list`\n\n");
        for (int i = 0; i < 40; i++) {
            text.append("## Part ").append(i).append("\n\nword ").append(i % 2).append(" **here**\n\n");
        }
        Engine engine = Engine.of(300, ClientFeatures.current());
        String cursor = Objects.requireNonNull(guard(engine, text.toString()).nextCursor());
        Shown found = engine.read(cursor, "\"path\":\"#Part 10\"", "\"find\":\"word\"")
                .getShown();
        assertThat(found.main().utf8()).contains("\"totalMatches\":1,", "{\"line\":47,");
        Answered lines = engine.read(cursor, "\"path\":\"#Part 10\"", "\"start_line\":46", "\"end_line\":60");
        assertThat(lines.texts().get(0).utf8()).contains("Lines 46-48 of 164");
        assertThat(lines.chunkText().utf8()).isEqualTo("\nword 0 **here**\n\n");
        assertThat(engine.read(cursor, "\"path\":\"#Part 10\"", "\"query\":\"length\"")
                        .texts()
                        .get(0)
                        .utf8())
                .isEqualTo("{\"results\":[4]}");
        Answered firstPage = engine.read(cursor, "\"path\":\"#Top\"");
        Answered secondPage = engine.read(Objects.requireNonNull(firstPage.nextCursor()));
        assertThat(secondPage.texts().get(0).utf8()).contains("\"path\":\"#Top\",", "\"totalLines\":164");
        Fields inside = outline(engine.read(cursor, "\"path\":\"#Part 10\"", OUTLINE));
        assertThat(inside.text("lines")).isEqualTo("45-48");
    }

    @Test
    void sectionsAreFoundInStringsAndBlocks() {
        String text = "# Top\n\n- a `list`\n\n" + "## Part\n\nword **here**\n\n".repeat(100) + "## End\nlast\n";
        byte[] json = ("{\"path\":\"a.md\",\"content\":" + JsonStrings.of(text) + "}").getBytes(StandardCharsets.UTF_8);
        List<byte[]> results = List.of(
                SampleResults.text(json),
                SampleResults.structured(json),
                SampleResults.withTextCopy(json),
                SampleResults.text("short".getBytes(StandardCharsets.UTF_8), text.getBytes(StandardCharsets.UTF_8)),
                SampleResults.text(
                        text.getBytes(StandardCharsets.UTF_8), "# Other\n- `x`\n".getBytes(StandardCharsets.UTF_8)));
        for (byte[] result : results) {
            Engine engine = Engine.of(300, ClientFeatures.current());
            String cursor = Objects.requireNonNull(engine.guard(result).nextCursor());
            Answered end = engine.readPath(cursor, "#102");
            assertThat(end.isShaped() ? end.chunkText() : end.texts().get(0)).isEqualTo(Slice.of("## End\nlast\n"));
            assertThat(engine.read(cursor, "\"path\":\"#End\"", "\"find\":\"last\"")
                            .getShown()
                            .main()
                            .utf8())
                    .contains("{\"line\":406,");
            assertThat(engine.readPath(cursor, "#Part").isError()).isTrue();
        }
    }

    @Test
    @Timeout(60)
    void hostileTextsAreReadInLinearTime() {
        StringBuilder deep = new StringBuilder();
        for (int i = 0; i < 3_000; i++) {
            deep.append("  ".repeat(Math.min(i, 400))).append("- main [ref=e1]:\n");
        }
        List<String> texts = List.of(
                "# Top `x`\n- [a](b)\n" + "# a\n".repeat(1_000_000),
                "- main [ref=e1]:\n" + "  - heading [level=2] [ref=e5]:\n    - text: x\n".repeat(100_000),
                deep.toString(),
                "- button \"b\" [ref=e1]\n".repeat(50) + "- main [ref=e1]:\n".repeat(200_000),
                "uid=1_1 button \"\"\"\n".repeat(100_000));
        for (String text : texts) {
            Engine engine = Engine.of(1_000, ClientFeatures.current());
            String cursor = Objects.requireNonNull(guard(engine, text).nextCursor());
            ModelInput.within(1_000, engine.read(cursor, OUTLINE));
            ModelInput.within(1_000, engine.readPath(cursor, "#e1"));
            ModelInput.within(1_000, engine.readPath(cursor, "#nothing"));
            ModelInput.within(1_000, engine.read(cursor, "\"find\":\"e1\""));
        }
    }

    @Test
    void jsonHasNoSections() {
        Engine engine = Engine.of(300, ClientFeatures.current());
        String cursor =
                Objects.requireNonNull(engine.guard(SampleResults.models(300)).nextCursor());
        Answered refused = engine.readPath(cursor, "#1");
        assertThat(refused.isError()).isTrue();
        assertThat(refused.texts().get(0).utf8()).contains("INVALID_REQUEST", "not a text with headings");
    }

    @Test
    void outlineOfFortySectionsCostsAtMostTheGoal() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 40; i++) {
            text.append(i % 5 == 0 ? "# " : "## ")
                    .append("Reading results ")
                    .append((char) ('A' + i))
                    .append("\n\n");
            text.append("Some **bold** words about the budget of a page.\n\n".repeat(10))
                    .append("```sh\nls\n```\n\n");
        }
        Engine engine = Engine.of(4_000, ClientFeatures.current());
        String cursor = Objects.requireNonNull(guard(engine, text.toString()).nextCursor());
        Answered answered = engine.read(cursor, OUTLINE);
        assertThat(headings(answered)).hasSize(40);
        assertThat(RealTokens.count(answered.texts().get(0).utf8())).isLessThanOrEqualTo(GOAL_TOKENS);
    }

    @Test
    void lowLevelsAreLeftOutFirst() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 300; i++) {
            text.append("#".repeat(i % 30 == 0 ? 1 : i % 5 == 0 ? 2 : 3))
                    .append(" Part of `it` ")
                    .append(i)
                    .append('\n');
        }
        Engine engine = Engine.of(4_000, ClientFeatures.current());
        String cursor = Objects.requireNonNull(
                guard(engine, text.append("\nwords\n".repeat(9_000)).toString()).nextCursor());
        for (int budget : new int[] {250, 400, 1_200, 6_000}) {
            Answered answered = engine.read(cursor, OUTLINE, "\"max_tokens\":" + budget);
            ModelInput.within(budget, answered);
            List<String> shown = headings(answered);
            long deepest =
                    shown.stream().filter(entry -> entry.contains(" ### ")).count();
            assertThat(deepest).isEqualTo(budget == 6_000 ? 240 : 0);
            if (budget == 1_200) {
                assertThat(shown).hasSize(60);
            }
            String more = answered.getShown().main().utf8();
            assertThat(more.contains("\"headingsNotShown\":" + (300 - shown.size()) + "}"))
                    .isEqualTo(shown.size() < 300);
        }
    }

    /** Creates a snapshot of a browser page, as Playwright's server returns it. */
    private static String page(Random random, int rows) {
        StringBuilder page = new StringBuilder("### Page\n- Page URL: http://127.0.0.1/\n- Page Title: Orders\n");
        page.append("### Snapshot\n```yaml\n- generic [ref=e1]:\n  - dialog \"Cookies\" [ref=e2]:\n");
        page.append("    - button \"Accept\" [ref=e3]\n  - main [ref=e4]:\n    - searchbox \"Search\" [ref=e5]\n");
        int ref = 6;
        for (int i = 0; i < rows; i++) {
            page.append("    - heading \"Part ").append(i).append("\" [level=").append(1 + random.nextInt(4));
            page.append("] [ref=e")
                    .append(ref++)
                    .append("]\n    - button \"Copy\" [ref=e")
                    .append(ref++)
                    .append("]\n");
            page.append("    - table [ref=e")
                    .append(ref++)
                    .append("]:\n      - row [ref=e")
                    .append(ref++)
                    .append("]:\n");
            page.append("        - columnheader \"Id\" [ref=e").append(ref++).append("]\n");
            for (int j = 0; j < 3; j++) {
                page.append("      - row \"")
                        .append(i * j)
                        .append("\" [ref=e")
                        .append(ref++)
                        .append("]:\n");
                page.append("        - cell \"")
                        .append(i * j)
                        .append("\" [ref=e")
                        .append(ref++)
                        .append("]\n");
            }
        }
        return page.append("```").toString();
    }

    @Test
    void outlineOfAPageShowsWhatCanBeUsed() {
        Engine engine = Engine.of(4_000, ClientFeatures.current());
        String cursor =
                Objects.requireNonNull(guard(engine, page(new Random(3), 60)).nextCursor());
        String outline = engine.read(cursor, OUTLINE).getShown().main().utf8();
        assertThat(outline)
                .contains(
                        "\"url\":\"http://127.0.0.1/\",\"title\":\"Orders\"",
                        "\"dialogs\":[\"dialog \\\"Cookies\\\" e2 7-8\"]",
                        "\"landmarks\":[\"main e4 9-670: 60 headings, 60 tables\"]",
                        "\"controls\":[\"button \\\"Accept\\\" e3 8\",\"searchbox \\\"Search\\\" e5 10\","
                                + "\"button \\\"Copy\\\" ×60 e7 12\"]",
                        "\"tables\":[\"e8 13-21: Id; 3 rows\",");
        assertThat(engine.readPath(cursor, "#e8").texts().get(0).utf8())
                .startsWith("    - table [ref=e8]:\n")
                .endsWith("- cell \"0\" [ref=e16]\n");
        assertThat(engine.read(cursor, "\"find\":\"e16]\"").getShown().main().utf8())
                .contains("\"names\":[\"main e4\",\"heading \\\"Part 0\\\" e6\",\"table e8\",\"row \\\"0\\\" e15\"]");
    }

    @Test
    void outlinesOfPagesFitEveryBudget() {
        PropertyCases.check(40, 5, (random, size) -> page(random, 10 + size), page -> {
            for (int budget : new int[] {220, 300, 600, 1_500, 4_000}) {
                Engine engine = Engine.of(budget, ClientFeatures.current());
                Answered answered = engine.guardWithView(
                        SampleResults.text(page.getBytes(StandardCharsets.UTF_8)), "{" + OUTLINE + "}");
                ModelInput.within(budget, answered);
                int headings = headings(answered).size();
                assertThat(headings).isGreaterThan(budget < 600 ? -1 : 0);
            }
        });
    }
}
