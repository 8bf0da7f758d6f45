package dev.plimsoll.gateway.trial;

import dev.plimsoll.json.Slice;
import java.util.List;

/**
 * Payload of a trial.
 *
 * @param name name of the file; {@code -} for standard input
 * @param bytes number of bytes read
 * @param result the payload as an MCP result object: the payload itself, or a result that contains it
 * @param isAlmostJson whether the payload was probably meant to be JSON, but is not valid
 * @param notes sentences for people about repairs
 * @param digest SHA-256 of the original bytes
 */
public record TrialPayload(
        String name,
        long bytes,
        PayloadForm form,
        Slice result,
        boolean isAlmostJson,
        List<String> notes,
        Slice digest) {

    public TrialPayload {
        notes = List.copyOf(notes);
    }
}
