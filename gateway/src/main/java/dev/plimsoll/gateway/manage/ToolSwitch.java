package dev.plimsoll.gateway.manage;

import dev.plimsoll.gateway.config.ConfigurationException;
import dev.plimsoll.gateway.config.LoadedConfiguration;
import dev.plimsoll.gateway.config.edit.EditException;
import dev.plimsoll.gateway.config.edit.YamlEntryEditor;
import dev.plimsoll.gateway.config.view.FlatConfig;
import dev.plimsoll.gateway.manage.ConfigEditException.Reason;
import dev.plimsoll.gateway.manage.ConfigEditor.TextChange;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Policy;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds the change that switches a tool on or off: the smallest one with which the whole configuration says so. Other rules may
 * also match the tool.
 */
public final class ToolSwitch {

    private static final String TOOLS = "tools";
    private static final String KEY = Policy.BLOCKED.name();

    private final String server;
    private final String tool;
    private final boolean isOn;

    /** Returns the configuration that a change would give. */
    @FunctionalInterface
    public interface Candidates {
        LoadedConfiguration candidate(TextChange change) throws ConfigEditException, ConfigurationException;
    }

    /** @param isOn whether callers can use the tool afterwards */
    public ToolSwitch(String server, String tool, boolean isOn) {
        this.server = server;
        this.tool = tool;
        this.isOn = isOn;
    }

    /** Returns the change in words. */
    public String words() {
        return "switched " + (isOn ? "on " : "off ") + rule();
    }

    /** Returns the lines of the rule with which the file says so. */
    String yaml() throws ConfigEditException {
        try {
            return YamlEntryEditor.put("", List.of(TOOLS, rule(), KEY), Slice.of(String.valueOf(!isOn)));
        } catch (EditException e) {
            throw new ConfigEditException(Reason.INVALID, e.getMessage(), e);
        }
    }

    private String rule() {
        return server + "/" + tool;
    }

    /**
     * Returns the change.
     *
     * @throws ConfigEditException if no rule for this tool alone can do it
     */
    public TextChange find(LoadedConfiguration current, Candidates candidates)
            throws ConfigEditException, ConfigurationException {
        if (tool.isEmpty() || tool.indexOf('*') >= 0 || tool.indexOf('?') >= 0) {
            throw new ConfigEditException(
                    Reason.INVALID, "the name of this tool cannot be in a rule: " + tool + "; change the file by hand");
        }
        if (isWanted(current)) {
            throw new ConfigEditException(
                    Reason.CONFLICT,
                    rule() + " is already switched " + (isOn ? "on" : "off") + "; nothing was changed");
        }
        for (TextChange change : possibleChanges(current)) {
            if (isWanted(candidates.candidate(change))) {
                return change;
            }
        }
        throw new ConfigEditException(
                Reason.INVALID,
                "a rule after \"" + rule() + "\" decides about this tool; change " + KEY + " in the file by hand");
    }

    private boolean isWanted(LoadedConfiguration loaded) {
        Policy policy = loaded.configuration().policies().of(server, tool).policy();
        return policy.get(Policy.BLOCKED) != isOn;
    }

    private List<TextChange> possibleChanges(LoadedConfiguration current) {
        List<String> rulePath = List.of(TOOLS, rule());
        List<String> keyPath = List.of(TOOLS, rule(), KEY);
        List<TextChange> changes = new ArrayList<>();
        if (isOn) {
            String prefix = TOOLS + ".\"" + rule() + "\".";
            long keys = FlatConfig.of(current).keySet().stream()
                    .filter(path -> path.startsWith(prefix))
                    .count();
            changes.add(text -> YamlEntryEditor.remove(text, keys == 1 ? rulePath : keyPath));
        }
        changes.add(text -> YamlEntryEditor.put(text, keyPath, Slice.of(String.valueOf(!isOn))));
        return changes;
    }
}
