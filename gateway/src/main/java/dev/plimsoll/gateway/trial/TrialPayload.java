package dev.plimsoll.gateway.trial;

import dev.plimsoll.json.Slice;
import java.util.List;

/**
 * What is tried.
 *
 * @param name of the file, {@code -} for standard input
 * @param bytes how many were read
 * @param result the MCP result object that it is, or that carries it
 * @param almostJson whether it was meant to be JSON and is not
 * @param notes what had to be done to it, each a sentence for people
 * @param digest of the bytes as they were read
 */
public record TrialPayload(
        String name, long bytes, PayloadForm form, Slice result, boolean almostJson, List<String> notes, Slice digest) {

    public TrialPayload {
        notes = List.copyOf(notes);
    }
}
