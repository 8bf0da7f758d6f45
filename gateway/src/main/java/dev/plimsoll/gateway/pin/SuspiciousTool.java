package dev.plimsoll.gateway.pin;

import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Tool whose name or text may mislead people.
 *
 * @param text the reason, for people
 */
record SuspiciousTool(String server, String tool, String text) {

    static final int MAX_NAME_LENGTH = 120;
    private static final int MAX_WARNINGS = 200;

    /**
     * Returns the tools of these servers that have hidden characters, or whose names look like those of other
     * tools.
     */
    static List<SuspiciousTool> find(Collection<PinSet> pinSets) {
        List<SuspiciousTool> warnings = new ArrayList<>();
        LookAlikes lookAlikes = new LookAlikes();
        for (PinSet pinSet : pinSets) {
            for (ToolPin pin : pinSet.tools().values()) {
                lookAlikes.add(pinSet.server(), pin.name());
                Set<String> hidden = findHidden(pin);
                if (!hidden.isEmpty() && warnings.size() < MAX_WARNINGS) {
                    warnings.add(new SuspiciousTool(
                            pinSet.server(), pin.name(), "has hidden characters: " + String.join(", ", hidden)));
                }
            }
        }
        for (LookAlikes.Pair pair : lookAlikes.pairs()) {
            String other = HiddenCharacters.makeVisible(pair.otherTool(), MAX_NAME_LENGTH);
            warnings.add(new SuspiciousTool(
                    pair.server(),
                    pair.tool(),
                    "its name looks like " + other + describeNonAscii(pair)
                            + (pair.server().equals(pair.otherServer())
                                    ? ""
                                    : " of the server " + pair.otherServer())));
        }
        return warnings;
    }

    /**
     * Returns the names of the non-ASCII characters in the names of the two tools, in parentheses; empty if there are
     * none. People may not see that these characters are not ASCII.
     */
    private static String describeNonAscii(LookAlikes.Pair pair) {
        Set<String> nonAscii = new TreeSet<>(HiddenCharacters.findNonAscii(pair.tool()));
        nonAscii.addAll(HiddenCharacters.findNonAscii(pair.otherTool()));
        return nonAscii.isEmpty() ? "" : " (not ASCII: " + String.join(", ", nonAscii) + ")";
    }

    private static Set<String> findHidden(ToolPin pin) {
        Set<String> hidden = new TreeSet<>(HiddenCharacters.find(pin.name()));
        PinnedEntry latest = pin.latest();
        Slice entry = latest == null ? null : latest.entry();
        if (entry != null) {
            EntryLines.toLines(entry).forEach(line -> hidden.addAll(HiddenCharacters.find(line)));
        }
        return hidden;
    }

    /** Returns the name of the tool with hidden characters made visible. */
    String shownTool() {
        return HiddenCharacters.makeVisible(tool, MAX_NAME_LENGTH);
    }
}
