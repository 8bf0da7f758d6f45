package dev.plimsoll.format.patch;

import dev.plimsoll.format.data.ConvertedText;
import dev.plimsoll.format.data.LineScanner;
import dev.plimsoll.format.data.TextData;
import dev.plimsoll.format.data.TextFormat;
import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/** Unified diffs, as git and diff write them: one record for each file. */
public final class DiffFormat implements TextFormat {

    @Override
    public String name() {
        return "diff";
    }

    @Override
    public boolean canRead(Slice text) {
        LineScanner lines = new LineScanner(text);
        while (lines.next()) {
            if (!lines.isBlank()) {
                Slice line = lines.content();
                return DiffScan.startsFile(line)
                        || (DiffScan.isOldName(line) && lines.next() && DiffScan.isNewName(lines.content()));
            }
        }
        return false;
    }

    @Override
    public @Nullable TextData read(Slice text) {
        DiffScan diff = new DiffScan(text);
        return canRead(text) && diff.scan()
                ? ConvertedText.ofRecords("diff", diff.json(), text, diff.fileSpans(), diff.lineErrors())
                : null;
    }
}
