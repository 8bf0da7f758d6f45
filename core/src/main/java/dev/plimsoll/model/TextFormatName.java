package dev.plimsoll.model;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Format that a text is read in. Its name is a value of the argument {@code as}. */
public enum TextFormatName {
    /** The page snapshot of a browser server. */
    SNAPSHOT,
    JSON,
    /** JSON Lines. */
    JSONL,
    /** Python literals. */
    PYTHON,
    /** A unified diff. */
    DIFF,
    /** The output of {@code git log}. */
    GITLOG,
    /** Token-Oriented Object Notation. */
    TOON,
    CSV,
    TSV,
    /** Markdown tables, other tables with bars between their columns, and tables of fixed width. */
    TABLE,
    LOG,
    /** Lines of {@code path:line:text}. */
    MATCHES,
    /** Blocks of {@code key: value} lines. */
    BLOCKS,
    YAML,
    MARKDOWN,
    CODE,
    /** Plain text, even if the text contains data in another format. */
    TEXT;

    /** Returns the name in an argument or a configuration. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the format with this name; null if there is none. */
    public static @Nullable TextFormatName find(String name) {
        return Arrays.stream(values())
                .filter(format -> format.wireName().equals(name.toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElse(null);
    }

    /** Returns the names of all formats. */
    public static List<String> names() {
        return Arrays.stream(values()).map(TextFormatName::wireName).toList();
    }

    /** Returns whether this is a format of texts, which are not converted to data. */
    public boolean isText() {
        return switch (this) {
            case SNAPSHOT, LOG, MARKDOWN, CODE, TEXT -> true;
            default -> false;
        };
    }
}
