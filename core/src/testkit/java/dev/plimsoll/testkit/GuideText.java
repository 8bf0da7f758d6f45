package dev.plimsoll.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Text of a page in {@code docs/guides}.
 *
 * @param text the complete page
 */
public record GuideText(String text) {

    private static final Pattern SETTINGS =
            Pattern.compile("(?m)^\\| `plimsoll\\.([a-zA-Z.]+)`(?:, `plimsoll\\.([a-zA-Z.]+)`)? \\| (\\S.*?) \\|");

    /** Row of the table of settings: one or two names without their prefix, and their default as the page shows it. */
    public record SettingRow(List<String> names, String defaultText) {}

    /** Reads the guide with this name; the working folder is that of a module. */
    public static GuideText read(String name) throws IOException {
        return new GuideText(Files.readString(Path.of("..", "docs", "guides", name)));
    }

    /**
     * Returns the content of a code block.
     *
     * @param index index among the code blocks of the same language, from 0
     */
    public String block(String language, int index) {
        List<String> blocks = Pattern.compile("(?s)```" + language + "\n(.*?)```")
                .matcher(text)
                .results()
                .map(block -> block.group(1))
                .toList();
        if (index >= blocks.size()) {
            throw new AssertionError("the guide has only " + blocks.size() + " blocks of " + language);
        }
        return blocks.get(index);
    }

    /** Returns the rows of the table of settings {@code plimsoll.*}. */
    public List<SettingRow> settings() {
        return SETTINGS.matcher(text).results().map(GuideText::settingRow).toList();
    }

    private static SettingRow settingRow(MatchResult row) {
        List<String> names = row.group(2) == null ? List.of(row.group(1)) : List.of(row.group(1), row.group(2));
        return new SettingRow(names, row.group(3));
    }
}
