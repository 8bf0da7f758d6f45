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
 * How the payload is tried.
 *
 * @param tool the name that notices give the tool
 * @param cursor of an earlier answer, to read on from; null: from the first answer
 * @param reading arguments of {@code plimsoll_read} besides cursor and mode, by their names on the wire
 * @param modes each one more reading with those arguments
 * @param walk whether to read everything to its end
 */
public record TrialOptions(
        String tool,
        Policy policy,
        ClientFeatures client,
        @Nullable String cursor,
        Map<String, String> reading,
        List<String> modes,
        boolean walk) {

    public TrialOptions {
        reading = Collections.unmodifiableMap(new LinkedHashMap<>(reading));
        modes = List.copyOf(modes);
    }

    /** The arguments of each reading that is asked for, in order, without cursors. */
    List<Map<String, String>> readings() {
        List<Map<String, String>> all = new ArrayList<>();
        for (String mode : modes) {
            Map<String, String> arguments = new LinkedHashMap<>();
            arguments.put("mode", mode);
            arguments.putAll(reading);
            all.add(arguments);
        }
        if (all.isEmpty() && (!reading.isEmpty() || cursor != null)) {
            all.add(reading);
        }
        return all;
    }

    /** All that decides which cursors an answer has, so that a cursor fits the same trial again and no other. */
    String fingerprint() {
        ByteSink out = new ByteSink().string(tool).string(client.toString());
        policy.forEachSet((name, value) -> out.string(name).string(value));
        return out.slice().utf8();
    }
}
