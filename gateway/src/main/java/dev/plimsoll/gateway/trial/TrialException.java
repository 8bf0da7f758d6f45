package dev.plimsoll.gateway.trial;

import java.util.ArrayList;
import java.util.List;

/** The trial cannot be run as asked: what was wrong and what is allowed, in one line, or in more that show a place. */
public final class TrialException extends Exception {

    private static final long serialVersionUID = 1L;

    private final ArrayList<String> lines;

    public TrialException(String message) {
        this(List.of(message));
    }

    TrialException(List<String> lines) {
        super(String.join("\n", lines));
        this.lines = new ArrayList<>(lines);
    }

    public List<String> lines() {
        return List.copyOf(lines);
    }
}
