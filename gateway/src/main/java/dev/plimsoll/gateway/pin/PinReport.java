package dev.plimsoll.gateway.pin;

import dev.plimsoll.gateway.pin.PinFolder.StoredPins;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reports the state of all pins as text and as JSON. */
public final class PinReport {

    private static final int MAX_CHANGES = 500;

    private final List<StoredPins> storedPins;
    private final List<SuspiciousTool> warnings;

    PinReport(List<StoredPins> storedPins) {
        this.storedPins = List.copyOf(storedPins);
        List<PinSet> readable = new ArrayList<>();
        for (StoredPins stored : storedPins) {
            if (stored.pins() != null) {
                readable.add(stored.pins());
            }
        }
        this.warnings = SuspiciousTool.find(readable);
    }

    /** Returns a text with a line for each server, for each change that is not approved, and for each warning. */
    public String text() {
        if (storedPins.isEmpty()) {
            return "no tools are pinned yet\n";
        }
        StringBuilder text = new StringBuilder(256);
        for (StoredPins stored : storedPins) {
            PinSet pins = stored.pins();
            if (pins == null) {
                text.append(stored.server()).append(": unreadable: ").append(stored.error());
                text.append(". To start again: ")
                        .append(PinCommand.forgetCommand(stored.server()))
                        .append('\n');
                continue;
            }
            List<ToolPin> changes = pins.pendingPins();
            text.append(stored.server())
                    .append(": ")
                    .append(pins.tools().size())
                    .append(" tools since ");
            text.append(pins.since()).append(", ").append(changes.size()).append(" not approved  (");
            text.append(stored.id()).append(")\n");
            changes.stream().limit(MAX_CHANGES).forEach(pin -> text.append(formatLine(stored.server(), pin)));
        }
        for (SuspiciousTool warning : warnings) {
            text.append("warning: ").append(warning.server()).append(' ').append(warning.shownTool());
            text.append(": ").append(warning.text()).append('\n');
        }
        return text.toString();
    }

    private static String formatLine(String server, ToolPin pin) {
        PinnedEntry pending = pin.pending();
        return "  " + (pin.isNew() ? "new      " : "changed  ")
                + HiddenCharacters.makeVisible(pin.name(), SuspiciousTool.MAX_NAME_LENGTH)
                + (pending == null ? "" : "  " + pending.at())
                + "  " + PinCommand.approvalCommand(server, pin) + "\n";
    }

    /** Returns the state as JSON. */
    public Slice json() {
        JsonWriter json = new JsonWriter(1 << 12).beginObject();
        json.array("servers", storedPins, PinReport::write);
        json.array(
                "warnings",
                warnings,
                (warning, list) -> list.beginObject()
                        .string("server", warning.server())
                        .string("tool", warning.shownTool())
                        .string("text", warning.text())
                        .endObject());
        return json.endObject().slice();
    }

    private static void write(StoredPins stored, JsonWriter json) {
        PinSet pins = stored.pins();
        json.beginObject().string("server", stored.server()).string("id", stored.id());
        json.string("error", stored.error())
                .number("tools", pins == null ? 0 : pins.tools().size());
        json.stringOrNull("since", pins == null ? null : pins.since().toString());
        List<ToolPin> changes = pins == null ? List.of() : pins.pendingPins();
        json.number("changed", changes.size());
        json.array("changes", changes.stream().limit(MAX_CHANGES).toList(), (pin, list) -> {
            PinnedEntry pending = pin.pending();
            list.beginObject().string("tool", HiddenCharacters.makeVisible(pin.name(), SuspiciousTool.MAX_NAME_LENGTH));
            list.string("kind", pin.isNew() ? "new" : "changed");
            list.stringOrNull("hash", pending == null ? null : pending.hash());
            list.stringOrNull("at", pending == null ? null : pending.at().toString());
            list.string("command", PinCommand.approvalCommand(stored.server(), pin))
                    .endObject();
        });
        json.endObject();
    }

    /**
     * Returns the differences between the approved and the pending entries of a server's tools, as text.
     *
     * @param tool the name of a tool; null for all
     */
    public String differences(String server, @Nullable String tool) {
        StringBuilder text = new StringBuilder(256);
        for (StoredPins stored : storedPins) {
            boolean isServer = stored.server().equals(server) || stored.id().equals(server);
            for (ToolPin pin : isServer && stored.pins() != null ? stored.pins().pendingPins() : List.<ToolPin>of()) {
                if (tool == null || tool.equals(pin.name())) {
                    text.append(formatLine(stored.server(), pin));
                    EntryDiff.diff(pin).forEach(line -> text.append(line).append('\n'));
                }
            }
        }
        return text.toString();
    }

    /**
     * Returns the difference of one pending entry as JSON; null if there is no such entry.
     *
     * @param id the name of the file without its suffix
     * @param hash the hash of the pending entry
     */
    public @Nullable Slice difference(String id, String hash) {
        for (StoredPins stored : storedPins) {
            boolean isServer = stored.id().equals(id);
            for (ToolPin pin : isServer && stored.pins() != null ? stored.pins().pendingPins() : List.<ToolPin>of()) {
                if (pin.isPending(hash)) {
                    JsonWriter json = new JsonWriter(1 << 10).beginObject();
                    json.string("tool", HiddenCharacters.makeVisible(pin.name(), SuspiciousTool.MAX_NAME_LENGTH));
                    json.array(
                            "lines",
                            EntryDiff.diff(pin),
                            (line, list) -> list.beginObject()
                                    .string("sign", String.valueOf(line.sign()))
                                    .string("text", line.text())
                                    .endObject());
                    return json.endObject().slice();
                }
            }
        }
        return null;
    }
}
