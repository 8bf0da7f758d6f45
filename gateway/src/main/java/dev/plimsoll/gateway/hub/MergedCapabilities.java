package dev.plimsoll.gateway.hub;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What all servers say of themselves, as one server would. */
final class MergedCapabilities {

    private static final int MOST_INSTRUCTIONS = 2_048;
    private static final String ABOUT = "Several servers as one. Tools and prompts are named server__name."
            + " Long results are shortened; plimsoll_read reads on in them.";

    private static final Slice ALWAYS = Slice.of("{\"tools\":{\"listChanged\":true}}");

    /** For servers of which nobody knows yet what they offer. */
    private static final Slice ANYTHING =
            Slice.of("{\"tools\":{\"listChanged\":true},\"resources\":{\"listChanged\":true},"
                    + "\"prompts\":{\"listChanged\":true}}");

    private Slice capabilities = ALWAYS;
    private final Map<String, String> instructions = new LinkedHashMap<>();

    /** @param hubServerInfo what the server says; null when nobody knows */
    void add(String server, @Nullable HubServerInfo hubServerInfo) {
        capabilities = CapabilityUnion.of(capabilities, hubServerInfo == null ? ANYTHING : hubServerInfo.capabilities());
        if (hubServerInfo != null && !hubServerInfo.instructions().isBlank()) {
            instructions.put(server, hubServerInfo.instructions().strip());
        }
    }

    /** With notice of every change of a list: servers come and go. */
    Slice capabilities() {
        Slice all = capabilities;
        for (ListKind listKind : ListKind.CHANGING) {
            Slice offer = Slice.of("{\"" + listKind.capability() + "\":{\"listChanged\":true}}");
            all = new HubServerInfo(all, "").offers(listKind.capability()) ? CapabilityUnion.of(all, offer) : all;
        }
        return all;
    }

    /** Ours, then each server's with its name in front; no longer than clients take, each with a fair share. */
    String instructions() {
        StringBuilder all = new StringBuilder(ABOUT);
        int left = instructions.size();
        for (Map.Entry<String, String> one : instructions.entrySet()) {
            int share = (MOST_INSTRUCTIONS - all.length()) / left--;
            String said = "\n\n" + one.getKey() + ": " + one.getValue();
            if (said.length() <= share) {
                all.append(said);
            } else if (share > 40) {
                int cut = share - 1;
                all.append(said, 0, Character.isHighSurrogate(said.charAt(cut - 1)) ? cut - 1 : cut);
                all.append('…');
            }
        }
        return all.toString();
    }

    /** Who we are. */
    static ByteSink serverInfo(ByteSink out, String version) {
        return out.ascii("{\"name\":\"plimsoll\",\"title\":\"Plimsoll\",\"version\":")
                .string(version)
                .ascii("}");
    }
}
