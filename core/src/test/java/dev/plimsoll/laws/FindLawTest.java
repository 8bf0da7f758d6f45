package dev.plimsoll.laws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import dev.plimsoll.laws.MatchCandidate.Occurrence;
import dev.plimsoll.laws.Samples.Sample;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.testkit.PropertyCases;
import dev.plimsoll.testkit.sample.SampleResults;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that a search finds all matching items, lines, and values and nothing else, in order, with each page
 * within its budget. */
@Execution(ExecutionMode.CONCURRENT)
class FindLawTest {

    private static final int MAX_BYTES = 400_000;
    private static final int PAGES = 5;

    static Stream<Sample> samples() {
        return Samples.halfFor(FindLawTest.class);
    }

    @ParameterizedTest
    @MethodSource("samples")
    void searchOfSamplesMatchesSimpleSearch(Sample sample) {
        int number = Math.floorMod(sample.toString().hashCode(), 3);
        search(sample.bytes(), Engine.BUDGETS[number], Engine.CLIENTS.get(number), new Random(number));
    }

    @Test
    void searchOfRandomResultsMatchesSimpleSearch() {
        PropertyCases.check(150, 21, SampleResults.any(), result -> {
            search(result.bytes(), 400, ClientFeatures.current(), new Random(result.bytes().length));
            search(result.bytes(), 1_000, ClientFeatures.old(), new Random(result.bytes().length + 1L));
        });
    }

    private static void search(byte[] result, int budget, ClientFeatures clientFeatures, Random random) {
        Original original = Original.of(result);
        if (original.isBinary()
                || !original.result().isCompleteFor(ClientFeatures.current())
                || result.length > MAX_BYTES) {
            return;
        }
        List<MatchCandidate> candidates = MatchCandidate.of(original);
        List<String> searchTexts = new ArrayList<>(List.of(random.nextBoolean() ? "zqxj no such thing" : "\"", "e"));
        for (int i = 0; i < 2 && !candidates.isEmpty(); i++) {
            searchTexts.add(word(candidates.get(random.nextInt(candidates.size())), random));
        }
        for (String searchText : searchTexts) {
            List<Occurrence> expected = candidates.stream()
                    .flatMap(candidate -> candidate.occurrences(searchText).stream())
                    .toList();
            boolean plain = !searchText.isEmpty() && !searchText.startsWith("/") && !searchText.startsWith("\"\"");
            if (plain) {
                checkAllPages(Engine.of(budget, clientFeatures), result, searchText, expected, candidates, budget);
            }
        }
    }

    private static String word(MatchCandidate candidate, Random random) {
        if (candidate.texts().isEmpty()) {
            return "";
        }
        String quotedText =
                candidate.texts().get(random.nextInt(candidate.texts().size()));
        int[] points = quotedText.codePoints().toArray();
        if (points.length == 0) {
            return "";
        }
        int from = random.nextInt(points.length);
        int length = Math.min(points.length - from, 1 + random.nextInt(8));
        String searchText = new String(points, from, length);
        String other = random.nextBoolean() ? searchText.toUpperCase(Locale.ROOT) : searchText.toLowerCase(Locale.ROOT);
        // some letters become two letters in another case, so the word would not match
        return other.length() == searchText.length() && candidate.position(other) >= 0 ? other : searchText;
    }

    private static void checkAllPages(
            Engine engine,
            byte[] result,
            String searchText,
            List<Occurrence> expected,
            List<MatchCandidate> all,
            int budget) {
        String context = searchText.length() % 2 == 0 ? ",\"context\":\"1,2\"" : "";
        Answered page = engine.guardWithView(result, "{\"find\":" + JsonStrings.of(searchText) + context + "}");
        int at = 0;
        for (int i = 0; i < PAGES; i++) {
            checkFits(page, budget);
            Shown shown = page.getShown();
            assertThat(shown.header().number("totalMatches"))
                    .as("%s in %s", searchText, page)
                    .isEqualTo(expected.size());
            List<Fields> matches = new Fields(shown.main()).list("matches");
            assertThat(shown.header().range()).containsExactly(Math.min(expected.size(), at + 1), at + matches.size());
            for (Fields match : matches) {
                // a match that does not fit a tiny budget is folded, and can be read by its path
                if (Json.type(match.object()) == JsonType.OBJECT) {
                    checkMatch(match, expected.get(at), searchText);
                    if (match.has("line")) {
                        checkSurroundingLines(match, all);
                    }
                } else {
                    assertThat(shown.header().list("folded")).as("%s", page).isNotEmpty();
                }
                at++;
            }
            assertThat(shown.header().flag("hasMore")).isEqualTo(at < expected.size());
            String next = page.nextCursor();
            if (next == null) {
                assertThat(at).isEqualTo(expected.size());
                return;
            }
            page = engine.read(next);
        }
    }

    private static void checkFits(Answered page, int budget) {
        assertThat(page.isShaped()).as("%s", page).isTrue();
        ModelInput.within(budget, page);
    }

    private static void checkMatch(Fields match, Occurrence expected, String searchText) {
        MatchCandidate candidate = expected.candidate();
        assertThat(match.has("index") ? match.number("index") : -1)
                .as("%s", match.object().utf8())
                .isEqualTo(candidate.index());
        assertThat(match.has("line") ? match.number("line") : 0).isEqualTo(candidate.line());
        if (match.has("at")) {
            assertThat(match.number("at"))
                    .as("%s: %s", searchText, match.object().utf8())
                    .isEqualTo(candidate.position(searchText));
        }
        int column = expected.column() > 0 ? expected.column() : candidate.position(searchText) + 1;
        assertThat(match.has("column") ? match.number("column") : column).isEqualTo(column);
        assertThat(match.has("column") || expected.column() == 0).isTrue();
        Slice item = match.find("item");
        if (item != null
                && !item.contentEquals(new ByteSink().json(candidate.value()).slice())) {
            checkShortForm(item, candidate.value());
        }
    }

    /** Checks that the short form of a record has only members of the record, unchanged or as excerpts. */
    private static void checkShortForm(Slice item, Slice record) {
        Members shown = Members.of(item);
        while (shown.next()) {
            Slice value = shown.value();
            List<Slice> all = new ArrayList<>();
            Members members = Members.of(record);
            while (members.next()) {
                if (members.key().contentEquals(shown.key())) {
                    all.add(new ByteSink().json(members.value()).slice());
                }
            }
            boolean excerpt = value.utf8().contains("…");
            assertThat(excerpt ? !all.isEmpty() : all.stream().anyMatch(value::contentEquals))
                    .as("%s in %s", item.utf8(), record.utf8())
                    .isTrue();
        }
    }

    /** Checks the lines before and after a match. */
    private static void checkSurroundingLines(Fields match, List<MatchCandidate> all) {
        Slice before = match.find("before");
        Slice after = match.find("after");
        int line = match.number("line");
        int shown = before == null ? 0 : ItemIndex.of(before).count();
        for (int i = 0; i < shown; i++) {
            checkQuotedLine(ItemIndex.of(Objects.requireNonNull(before)).item(i), line - shown + i, all);
        }
        for (int i = 0; after != null && i < ItemIndex.of(after).count(); i++) {
            checkQuotedLine(ItemIndex.of(after).item(i), line + 1 + i, all);
        }
    }

    private static void checkQuotedLine(Slice quoted, int line, List<MatchCandidate> all) {
        String text = Utf8.decode(JsonStrings.text(quoted)).replace("…", "");
        // not anySatisfy, which builds an error for each candidate that does not match
        assertThat(all.stream()
                        .anyMatch(candidate -> candidate.line() == line
                                && candidate.texts().get(0).startsWith(text)))
                .as("line %d: %s", line, text)
                .isTrue();
    }

    @ParameterizedTest
    @MethodSource("samples")
    void pathOfMatchReturnsMatch(Sample sample) {
        Original original = Original.of(sample.bytes());
        if (!original.document().isJson() || sample.bytes().length > MAX_BYTES) {
            return;
        }
        Answered page = Engine.of(4_000, ClientFeatures.current()).guardWithView(sample.bytes(), "{\"find\":\"a\"}");
        Shown shown = page.shown();
        for (Fields match : shown == null ? List.<Fields>of() : new Fields(shown.main()).list("matches")) {
            String path = match.findText("path");
            if (path != null && !match.has("line")) {
                Slice value = Objects.requireNonNull(
                        JsonPointer.parse(path).find(original.document().bytes()), path);
                List<String> tokens = JsonPointer.parse(path).tokens();
                String last = tokens.get(tokens.size() - 1);
                boolean item = match.has("index") && last.equals(Integer.toString(match.number("index")));
                boolean scalar = Json.type(value) != JsonType.OBJECT && Json.type(value) != JsonType.ARRAY;
                String text = JsonStrings.isString(value) ? Utf8.decode(JsonStrings.text(value)) : value.utf8();
                String quotedText = match.has("in") ? last : text;
                // a match that no path can name refers to its item
                if (match.has("at") && (match.has("in") ? !item : scalar)) {
                    int at = quotedText.offsetByCodePoints(0, match.number("at"));
                    assertThat(quotedText.substring(at))
                            .as("%s", match.object().utf8())
                            .startsWithIgnoringCase("a");
                } else if (match.has("in") ? !item : scalar) {
                    assertThat(quotedText).as("%s", match.object().utf8()).containsIgnoringCase("a");
                }
            }
        }
    }

    @Test
    void sameSearchReturnsSameBytes() {
        PropertyCases.check(60, 22, SampleResults.any(), result -> {
            String once = Engine.of(400, ClientFeatures.modern())
                    .guardWithView(result.bytes(), "{\"find\":\"a\"}")
                    .raw()
                    .utf8();
            String again = Engine.of(400, ClientFeatures.modern())
                    .guardWithView(result.bytes(), "{\"find\":\"a\"}")
                    .raw()
                    .utf8();
            assertThat(again).isEqualTo(once);
        });
    }
}
