package dev.plimsoll.testkit.violation.measure;

import dev.plimsoll.testkit.violation.Entry;
import dev.plimsoll.testkit.violation.json.Scan;
import java.nio.file.Path;
import org.jspecify.annotations.NullMarked;

/** Imports the entry point, and depends on the package {@code json}, which depends on this package. */
@NullMarked
public final class Count {

    private Count() {}

    public static int of(String text) {
        return Scan.scan(Path.of(text)) ? 1 : Entry.name().length();
    }
}
