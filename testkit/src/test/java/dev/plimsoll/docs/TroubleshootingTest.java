package dev.plimsoll.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks that the messages in the troubleshooting guide exist in the programs. */
class TroubleshootingTest {

    private static final Pattern ROW = Pattern.compile("(?m)^\\| ([^|]*) \\|");
    private static final Pattern MESSAGE = Pattern.compile("`([^`]*)`");
    /**
     * Texts at which a message is split before its parts are searched in the sources: example values in the guide, and
     * the colon between parts that different sources write.
     */
    private static final Pattern SEPARATOR = Pattern.compile("0\\.0\\.0\\.0:8080|25|\\(first start\\)|: ");

    @Test
    void everyMessageIsInTheSources() {
        Project project = Project.find();
        String sources = sources(project);
        Matcher row = ROW.matcher(project.read("docs/troubleshooting.md"));
        List<String> missing = new ArrayList<>();
        int count = 0;
        while (row.find()) {
            Matcher message = MESSAGE.matcher(row.group(1));
            while (message.find()) {
                count++;
                for (String part : SEPARATOR.split(message.group(1), -1)) {
                    if (!sources.contains(part.strip())) {
                        missing.add(part);
                    }
                }
            }
        }
        assertThat(missing).isEmpty();
        assertThat(count).isGreaterThan(12);
    }

    private static String sources(Project project) {
        return Stream.of("core/src/main", "gateway/src/main")
                        .map(project.root()::resolve)
                        .flatMap(folder -> Project.files(folder, 20, ".java").stream())
                        .map(project::read)
                        .collect(Collectors.joining("\n"))
                + project.read("plimsoll");
    }
}
