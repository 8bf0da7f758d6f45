package dev.plimsoll.gateway.pin;

import dev.plimsoll.gateway.pin.PinSet.ListedEntry;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.policy.option.PinMode;
import dev.plimsoll.schema.ListedTool;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Compares the tools that one connection lists with the pins of its server. Entries are hashed when a listing
 * arrives, so that a call only needs to look up hashes.
 */
public final class ToolPins {

    /** Instance that pins no tools. */
    public static final ToolPins NONE = new ToolPins(null);

    private static final String META = "_meta";
    private static final String MARK_KEY = "dev.plimsoll/pin";

    private final @Nullable Supplier<ServerPins> opener;
    private volatile @Nullable ServerPins openedPins;
    private final Map<String, String> hashByName = new ConcurrentHashMap<>();

    /** @param opener opens the pins of the server when they are needed; null if nothing is pinned */
    ToolPins(@Nullable Supplier<ServerPins> opener) {
        this.opener = opener;
    }

    private @Nullable ServerPins serverPins() {
        ServerPins pins = openedPins;
        if (pins == null && opener != null) {
            pins = opener.get();
            openedPins = pins;
        }
        return pins;
    }

    /**
     * A tool of a listing after the comparison with its pin.
     *
     * @param tool the tool for the client: the server's entry, the server's entry with a mark, or the
     *     approved entry
     * @param isListed whether the client gets the tool
     */
    public record ReviewedTool(ListedTool tool, boolean isListed) {}

    /**
     * Compares the tools of a page with the pins, and saves new tools and changes.
     *
     * @param isLast whether the page ends the listing
     * @param modes returns the mode for a tool; the empty name stands for entries without a name
     */
    public List<ReviewedTool> review(List<ListedTool> page, boolean isLast, Function<String, PinMode> modes) {
        ServerPins pins = serverPins();
        Map<String, String> hashes = new HashMap<>();
        List<ListedEntry> entries = pins == null ? List.of() : createEntries(page, modes);
        if (pins == null || (entries.isEmpty() && modes.apply("") == PinMode.OFF)) {
            return page.stream().map(tool -> new ReviewedTool(tool, true)).toList();
        }
        PinSet pinSet = pins.recordListing(entries, isLast);
        for (ListedEntry listed : entries) {
            String hash = listed.entry().hash();
            // if a name occurs twice, the hash of an entry that is not approved is recorded
            if (!pinSet.isApproved(listed.name(), hash) || !hashes.containsKey(listed.name())) {
                hashes.put(listed.name(), hash);
            }
        }
        if (hashByName.size() + hashes.size() > 2 * PinSet.MAX_TOOLS) {
            hashByName.clear();
        }
        hashByName.putAll(hashes);
        boolean hasPins = pins.error() == null;
        List<ReviewedTool> reviewed = new ArrayList<>(page.size());
        for (ListedTool tool : page) {
            String hash = hashes.get(tool.name());
            boolean isApproved = hash != null && pinSet.isApproved(tool.name(), hash);
            reviewed.add(
                    isApproved
                            ? new ReviewedTool(tool, true)
                            : reviewChanged(tool, modes.apply(tool.name()), hasPins ? pinSet : null));
        }
        return reviewed;
    }

    private static List<ListedEntry> createEntries(List<ListedTool> page, Function<String, PinMode> modes) {
        List<ListedEntry> entries = new ArrayList<>();
        Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        for (ListedTool tool : page) {
            if (isPinnable(tool.name())
                    && entries.size() < PinSet.MAX_TOOLS
                    && modes.apply(tool.name()) != PinMode.OFF) {
                entries.add(new ListedEntry(tool.name(), PinnedEntry.of(tool.entry(), now)));
            }
        }
        return entries;
    }

    private static boolean isPinnable(String name) {
        return !name.isEmpty()
                && name.length() <= PinSet.MAX_NAME_BYTES
                && name.getBytes(StandardCharsets.UTF_8).length <= PinSet.MAX_NAME_BYTES;
    }

    /**
     * Returns the review of a tool whose entry is not approved.
     *
     * @param pinSet the pins; null if they cannot be read
     */
    private static ReviewedTool reviewChanged(ListedTool tool, PinMode mode, @Nullable PinSet pinSet) {
        ToolPin pin = pinSet == null ? null : pinSet.tools().get(tool.name());
        if (mode == PinMode.HOLD) {
            PinnedEntry approved = pin == null ? null : pin.approved();
            Slice entry = approved == null ? null : approved.entry();
            return entry == null ? new ReviewedTool(tool, false) : new ReviewedTool(ListedTool.of(entry), true);
        }
        return mode == PinMode.OFF || pin == null
                ? new ReviewedTool(tool, true)
                : new ReviewedTool(ListedTool.of(withMark(tool.entry(), pin.isNew() ? "new" : "changed")), true);
    }

    private static Slice withMark(Slice entry, String mark) {
        Slice meta = ObjectEdit.objectIn(entry, META);
        Slice value = new ByteSink(16).string(mark).slice();
        return ObjectEdit.with(entry, META, ObjectEdit.with(meta == null ? Slice.of("{}") : meta, MARK_KEY, value));
    }

    /** Returns whether this connection has listed the tool. Always true if nothing is pinned. */
    public boolean isListed(String tool) {
        return opener == null || hashByName.containsKey(tool);
    }

    /** Returns whether the entry of the tool that this connection has listed is approved. Reads no file. */
    public boolean isApproved(String tool) {
        ServerPins pins = serverPins();
        if (pins == null) {
            return true;
        }
        String hash = hashByName.get(tool);
        return hash != null && pins.current().isApproved(tool, hash);
    }

    /**
     * Returns the refusal of a call of a held tool; null if the tool has been approved meanwhile. Reads the
     * file if it has changed.
     */
    public @Nullable RefusedException findRefusal(String tool) {
        ServerPins pins = serverPins();
        if (pins == null) {
            return null;
        }
        PinSet pinSet = pins.refresh();
        if (isApproved(tool)) {
            return null;
        }
        pins.heldCalls().incrementAndGet();
        ToolPin pin = pinSet.tools().get(tool);
        String command = pins.error() != null
                ? PinCommand.forgetCommand(pins.server())
                : pin == null
                        ? PinCommand.approvalCommand(pins.server(), tool)
                        : PinCommand.approvalCommand(pins.server(), pin);
        String shownName = HiddenCharacters.makeVisible(tool, SuspiciousTool.MAX_NAME_LENGTH);
        return new RefusedException(
                        ErrorCode.TOOL_HELD,
                        "the tool " + shownName + " of the server " + pins.server() + " is held: " + reason(pins, pin)
                                + "; an operator can approve it: " + command,
                        "ask the operator to review the change, or use another tool")
                .detail("server", pins.server())
                .detail("tool", shownName)
                .detail("command", command);
    }

    private static String reason(ServerPins pins, @Nullable ToolPin pin) {
        if (pins.error() != null) {
            return "the pins of the server cannot be used";
        }
        if (pin == null) {
            return "the server has not listed it";
        }
        return pin.isNew() ? "it is new since the first listing" : "it has changed since it was approved";
    }
}
