package dev.plimsoll.gateway.trial;

import java.util.ArrayList;
import java.util.List;

/**
 * Thrown if a trial cannot run as requested. The message says what is wrong and what is allowed. It has
 * several lines if it shows a position in a query.
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
