package dev.plimsoll.docs;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Rows of the pages in {@code docs/reference/seeds}. A row has a requirement of a seed, the solution, and the tests
 * that check the requirement.
 */
record SeedTable(List<Row> rows) {

    private static final Pattern ROW =
            Pattern.compile("^\\| ([A-Z0-9][\\w.-]*) \\| (.+?) \\| (.+?) \\|(.*?)\\|$", Pattern.MULTILINE);

    static SeedTable of(String page) {
        return new SeedTable(ROW.matcher(page).results().map(Row::of).toList());
    }

    List<String> ids() {
        return rows.stream().map(Row::id).toList();
    }

    /** Returns the numbers that follow this prefix in the IDs. */
    List<Integer> numbersAfter(String prefix) {
        return ids().stream()
                .filter(id -> id.startsWith(prefix))
                .map(id -> Integer.valueOf(id.substring(prefix.length())))
                .toList();
    }

    /** One row. {@code evidence} has the tests that check the requirement, or the reason why there are none. */
    record Row(String id, String requirement, String solution, String evidence, String line) {

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

        /** Returns the named tests as class and method. */
        List<MatchResult> tests() {
            return TEST.matcher(evidence).results().toList();
        }

        boolean hasReason() {
            return REASON.matcher(evidence).find();
        }

        /** Returns everything in backquotes with a {@code #} that is not a valid test name. */
        Stream<String> invalidTestNames() {
            return Pattern.compile("`[^`]*#[^`]*`")
                    .matcher(evidence)
                    .results()
                    .map(MatchResult::group)
                    .filter(quoted -> !TEST.matcher(quoted).matches());
        }
    }
}
