package dev.plimsoll.format.patch;

import dev.plimsoll.format.data.ConvertedText;
import dev.plimsoll.format.data.LineScanner;
import dev.plimsoll.format.data.TextData;
import dev.plimsoll.format.data.TextFormat;
import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/** The output of {@code git log}, with or without {@code --stat}: one record for each commit. */
public final class GitLogFormat implements TextFormat {

    @Override
    public String name() {
        return "gitlog";
    }

    @Override
    public boolean canRead(Slice text) {
        LineScanner lines = new LineScanner(text);
        while (lines.next()) {
            if (!lines.isBlank()) {
                return GitCommit.startsCommit(lines.content());
            }
        }
        return false;
    }

    @Override
    public @Nullable TextData read(Slice text) {
        GitLogScan log = new GitLogScan(text);
        return log.scan()
                ? ConvertedText.ofRecords("git log", log.json(), text, log.commitSpans(), log.lineErrors())
                : null;
    }
}
