package dev.plimsoll.gateway.trial;

import java.util.ArrayList;
import java.util.List;

/**
 * Thrown when a trial cannot run as requested. The message says what is wrong and what is allowed, in one line, or in
 * several that show a position.
 */
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
