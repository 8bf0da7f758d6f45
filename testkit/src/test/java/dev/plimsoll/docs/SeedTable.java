package dev.plimsoll.docs;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The rows of {@code docs/reference/seeds.md}: what a seed asks for, how it is met, and what shows it. */
record SeedTable(List<Row> rows) {

    private static final Pattern ROW =
            Pattern.compile("^\\| ([A-Z0-9][\\w.-]*) \\| (.+?) \\| (.+?) \\|(.*?)\\|$", Pattern.MULTILINE);

    static SeedTable of(String page) {
        return new SeedTable(ROW.matcher(page).results().map(Row::of).toList());
    }

    List<String> ids() {
        return rows.stream().map(Row::id).toList();
    }

    /** The ids with this prefix, as numbers behind it. */
    List<Integer> numbered(String prefix) {
        return ids().stream()
                .filter(id -> id.startsWith(prefix))
                .map(id -> Integer.valueOf(id.substring(prefix.length())))
                .toList();
    }

    /** One row; {@code shown} holds tests and reasons. */
    record Row(String id, String asks, String met, String shown, String line) {

        private static final Pattern TEST = Pattern.compile("`([A-Z]\\w+)#([a-z]\\w+)`");
        private static final Pattern REASON = Pattern.compile("(Differs|Open|Not met|By hand|Document): \\S.{12,}");

        static Row of(MatchResult found) {
            return new Row(
                    found.group(1),
                    found.group(2),
                    found.group(3),
                    found.group(4).strip(),
                    found.group());
        }

        /** The tests that are named, as class and method. */
        List<MatchResult> tests() {
            return TEST.matcher(shown).results().toList();
        }

        boolean givesAReason() {
            return REASON.matcher(shown).find();
        }

        /** What stands between backquotes behind a class and is no test that could be found. */
        Stream<String> misspelt() {
            return Pattern.compile("`[^`]*#[^`]*`")
                    .matcher(shown)
                    .results()
                    .map(MatchResult::group)
                    .filter(one -> !TEST.matcher(one).matches());
        }
    }
}
