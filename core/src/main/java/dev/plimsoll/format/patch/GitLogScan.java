package dev.plimsoll.format.patch;

import dev.plimsoll.format.data.LineErrors;
import dev.plimsoll.format.data.LineScanner;
import dev.plimsoll.format.data.Spans;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/** Reads the commits of a log, and writes each as an object. */
final class GitLogScan {

    private final Slice text;
    private final Spans commitSpans = new Spans();
    private final ByteSink out;
    private final JsonWriter json;
    private LineErrors lineErrors = LineErrors.NONE;

    GitLogScan(Slice text) {
        this.text = text;
        this.out = new ByteSink(text.length() + text.length() / 8 + 64);
        this.json = new JsonWriter(out).beginArray();
    }

    /** Reads the text; returns false if it is not a log, or too many of its lines belong to no commit. */
    boolean scan() {
        LineScanner lines = new LineScanner(text);
        GitCommit commit = null;
        ByteSink message = new ByteSink();
        int commitStart = text.from();
        int commitEnd = commitStart;
        while (lines.next()) {
            Slice line = lines.content();
            if (GitCommit.startsCommit(line)) {
                endCommit(commit, commitStart, commitEnd);
                commit = new GitCommit(line, message);
                commitStart = lines.start();
            } else if (commit == null ? !lines.isBlank() : !commit.addLine(line)) {
                lineErrors = lineErrors.withUnreadableLine(lines.lineNumber());
                if (lineErrors.isIrrecoverable(lines.lineNumber())) {
                    return false;
                }
            }
            commitEnd = lines.isBlank() ? commitEnd : lines.end();
        }
        endCommit(commit, commitStart, commitEnd);
        json.endArray();
        return commitSpans.count() > 0 && lineErrors.isTolerable(lines.lineNumber());
    }

    private void endCommit(@Nullable GitCommit commit, int from, int end) {
        if (commit != null) {
            commit.write(json);
            commitSpans.add(from, end);
        }
    }

    Slice json() {
        return out.slice();
    }

    Spans commitSpans() {
        return commitSpans;
    }

    LineErrors lineErrors() {
        return lineErrors;
    }
}
