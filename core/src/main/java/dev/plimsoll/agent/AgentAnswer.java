package dev.plimsoll.agent;

import java.util.List;

/**
 * Result of a tool, or the answer that the model gets in its place.
 *
 * @param texts the texts, in order
 * @param isError whether the tool reports that it failed
 */
public record AgentAnswer(List<String> texts, boolean isError) {

    public AgentAnswer {
        texts = List.copyOf(texts);
    }

    /** Creates the result of a tool that did not fail. */
    public static AgentAnswer of(String text) {
        return new AgentAnswer(List.of(text), false);
    }

    /** Returns all texts, separated by line breaks. */
    public String text() {
        return String.join("\n", texts);
    }
}
