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
    private final Spans places = new Spans();
    private final ByteSink out;
    private final JsonWriter json;
    private LineErrors errors = LineErrors.NONE;

    GitLogScan(Slice text) {
        this.text = text;
        this.out = new ByteSink(text.length() + text.length() / 8 + 64);
        this.json = new JsonWriter(out).beginArray();
    }

    /** Reads the text; returns false if it is no log, or too many of its lines belong to no commit. */
    boolean scan() {
        LineScanner lines = new LineScanner(text);
        GitCommit commit = null;
        ByteSink message = new ByteSink();
        int from = text.from();
        int end = from;
        while (lines.next()) {
            Slice line = lines.content();
            if (GitCommit.startsCommit(line)) {
                endCommit(commit, from, end);
                commit = new GitCommit(line, message);
                from = lines.start();
            } else if (commit == null ? !lines.isBlank() : !commit.add(line)) {
                errors = errors.withUnread(lines.line());
                if (errors.isHopeless(lines.line())) {
                    return false;
                }
            }
            end = lines.isBlank() ? end : lines.stop();
        }
        endCommit(commit, from, end);
        json.endArray();
        return places.count() > 0 && errors.isTolerable(lines.line());
    }

    private void endCommit(@Nullable GitCommit commit, int from, int end) {
        if (commit != null) {
            commit.write(json);
            places.add(from, end);
        }
    }

    Slice json() {
        return out.slice();
    }

    Spans places() {
        return places;
    }

    LineErrors errors() {
        return errors;
    }
}
