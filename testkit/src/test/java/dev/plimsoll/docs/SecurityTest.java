package dev.plimsoll.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Checks that each promise of SECURITY.md names existing tests. */
class SecurityTest {

    private static final Pattern TEST = Pattern.compile("`([A-Z]\\w+)#([a-z]\\w+)`");
    private static final String HEADING = "### What is promised";

    private final Project project = Project.find();
    private final List<String> rows = promises(project.read("SECURITY.md"));

    private static List<String> promises(String page) {
        return page.substring(page.indexOf(HEADING), page.indexOf("### What is not promised"))
                .lines()
                .filter(line -> line.startsWith("| ") && !line.startsWith("| promise") && !line.startsWith("| **"))
                .toList();
    }

    @Test
    void everyPromiseNamesATest() {
        assertThat(rows).hasSizeGreaterThan(30);
        assertThat(rows.stream().filter(row -> !TEST.matcher(row).find()).toList())
                .as("promises without a test")
                .isEmpty();
    }

    @Test
    void namedTestsExist() {
        Map<String, List<String>> sources = project.testSources();
        List<String> missing = rows.stream()
                .flatMap(row -> TEST.matcher(row).results())
                .filter(test -> sources.getOrDefault(test.group(1), List.of()).stream()
                        .noneMatch(source -> SeedsTest.hasTest(source, test.group(2))))
                .map(MatchResult::group)
                .distinct()
                .toList();
        assertThat(missing).as("missing tests").isEmpty();
    }

    @Test
    void everyQuotedTextWithAHashNamesATest() {
        assertThat(rows.stream()
                        .flatMap(row ->
                                Pattern.compile("`[^`]*#[^`]*`").matcher(row).results())
                        .map(MatchResult::group)
                        .filter(name -> !TEST.matcher(name).matches())
                        .toList())
                .isEmpty();
    }
}
