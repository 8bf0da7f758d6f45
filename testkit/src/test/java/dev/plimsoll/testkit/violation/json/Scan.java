package dev.plimsoll.testkit.violation.json;

import com.knuddels.jtokkit.api.EncodingType;
import dev.plimsoll.testkit.violation.measure.Count;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.NullMarked;

/** Depends on a higher package, reads files, has static state, and uses the tokenizer library. */
@NullMarked
public final class Scan {

    private static int scanned;

    private Scan() {}

    public static boolean scan(Path file) {
        scanned++;
        return Files.exists(file) && scanned > Count.of(EncodingType.O200K_BASE.getName());
    }
}
