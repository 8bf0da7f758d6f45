package dev.plimsoll.gateway.trial;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.policy.Policy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Options of a trial.
 *
 * @param tool name of the tool in notices
 * @param cursor cursor of an earlier answer with which the reads begin; null to use that of the first answer
 * @param readArguments arguments of {@code plimsoll_read} except cursor and mode, by their protocol names
 * @param modes modes; for each of them, there is a read with {@code readArguments}
 * @param isFullRead whether to read all pages, and to compare them with the original
 */
public record TrialOptions(
        String tool,
        Policy policy,
        ClientFeatures client,
        @Nullable String cursor,
        Map<String, String> readArguments,
        List<String> modes,
        boolean isFullRead) {

    public TrialOptions {
        readArguments = Collections.unmodifiableMap(new LinkedHashMap<>(readArguments));
        modes = List.copyOf(modes);
    }

    /** Returns the arguments of each requested read, in order, without cursors. */
    List<Map<String, String>> requestedReads() {
        List<Map<String, String>> reads = new ArrayList<>();
        for (String mode : modes) {
            Map<String, String> arguments = new LinkedHashMap<>();
            arguments.put("mode", mode);
            arguments.putAll(readArguments);
            reads.add(arguments);
        }
        if (reads.isEmpty() && (!readArguments.isEmpty() || cursor != null)) {
            reads.add(readArguments);
        }
        return reads;
    }

    /**
     * Returns a text that differs if the tool, the client, or the policy differs. A cursor is only valid for
     * trials with the same text.
     */
    String fingerprint() {
        ByteSink out = new ByteSink().string(tool).string(client.toString());
        policy.forEachSet((name, value) -> out.string(name).string(value));
        return out.slice().utf8();
    }
}
