package dev.plimsoll.gateway.hub.server;

import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Merges the capabilities and instructions of all servers. */
public final class MergedCapabilities {

    private static final int MAX_INSTRUCTIONS_LENGTH = 2_048;
    private static final String INTRODUCTION = "Several servers in one. Tools and prompts are named server__name."
            + " Long results are shortened; plimsoll_read returns the rest.";

    private static final Slice HUB_CAPABILITIES = listChanged(List.of("tools"));

    /** Assumed for servers whose capabilities are not known yet. */
    private static final Slice ASSUMED_CAPABILITIES = listChanged(List.of("tools", "resources", "prompts"));

    private Slice capabilities = HUB_CAPABILITIES;
    private final Map<String, String> instructions = new LinkedHashMap<>();

    /**
     * Adds a server.
     *
     * @param hubServerInfo the server's capabilities and instructions; null if not known
     */
    public void add(String server, @Nullable HubServerInfo hubServerInfo) {
        capabilities = CapabilityUnion.merge(
                capabilities, hubServerInfo == null ? ASSUMED_CAPABILITIES : hubServerInfo.capabilities());
        if (hubServerInfo != null && !hubServerInfo.instructions().isBlank()) {
            instructions.put(server, hubServerInfo.instructions().strip());
        }
    }

    /**
     * Returns the merged capabilities, always with {@code listChanged}, because servers become available and
     * unavailable.
     */
    public Slice capabilities() {
        Slice merged = capabilities;
        for (ListKind listKind : ListKind.WITH_LIST_CHANGED) {
            Slice listChanged = listChanged(List.of(listKind.capability()));
            merged = new HubServerInfo(merged, "").supports(listKind.capability())
                    ? CapabilityUnion.merge(merged, listChanged)
                    : merged;
        }
        return merged;
    }

    private static Slice listChanged(List<String> names) {
        JsonWriter json = new JsonWriter().beginObject();
        names.forEach(name -> json.beginObject(name).bool("listChanged", true).endObject());
        return json.endObject().slice();
    }

    /**
     * Returns the introduction, then each server's name and instructions. Each server gets an equal share of the
     * remaining length.
     */
    public String instructions() {
        StringBuilder text = new StringBuilder(INTRODUCTION);
        int remainingServers = instructions.size();
        for (Map.Entry<String, String> entry : instructions.entrySet()) {
            int share = (MAX_INSTRUCTIONS_LENGTH - text.length()) / remainingServers--;
            String section = "\n\n" + entry.getKey() + ": " + entry.getValue();
            if (section.length() <= share) {
                text.append(section);
            } else if (share > 40) {
                int end = share - 1;
                text.append(section, 0, Character.isHighSurrogate(section.charAt(end - 1)) ? end - 1 : end);
                text.append('…');
            }
        }
        return text.toString();
    }

    /** Writes the hub's {@code serverInfo}. */
    public static void writeServerInfo(JsonWriter json, String version) {
        json.beginObject().string("name", "plimsoll").string("title", "Plimsoll");
        json.string("version", version).endObject();
    }
}
