package dev.plimsoll.gateway.manage.file;

import dev.plimsoll.gateway.config.ConfigurationException;
import dev.plimsoll.gateway.config.LoadedConfiguration;
import dev.plimsoll.gateway.config.edit.EditException;
import dev.plimsoll.gateway.config.edit.YamlEntryEditor;
import dev.plimsoll.gateway.config.view.FlatConfig;
import dev.plimsoll.gateway.manage.file.ConfigEditException.Reason;
import dev.plimsoll.gateway.manage.file.ConfigEditor.TextChange;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Policy;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds the change of the configuration file that switches a tool on or off. Other rules may also match the tool.
 * Therefore, the possible changes are tried, the smallest first, until one gives a configuration in which the tool has
 * the requested state.
 */
public final class ToolSwitch {

    private static final String TOOLS = "tools";
    private static final String BLOCKED_KEY = Policy.BLOCKED.name();

    private final String server;
    private final String tool;
    private final boolean isOn;

    /** Parses the configuration after a change. */
    @FunctionalInterface
    public interface CandidateParser {
        LoadedConfiguration parse(TextChange change) throws ConfigEditException, ConfigurationException;
    }

    /** @param isOn whether callers can use the tool afterwards */
    public ToolSwitch(String server, String tool, boolean isOn) {
        this.server = server;
        this.tool = tool;
        this.isOn = isOn;
    }

    /** Returns a description of the change, such as "switched off crm/delete_contact". */
    public String description() {
        return "switched " + (isOn ? "on " : "off ") + rule();
    }

    /**
     * Returns the YAML of a rule with the change, for display; empty if the change only removes the key or the rule.
     *
     * @param changed the configuration after the change
     */
    public String yaml(LoadedConfiguration changed) throws ConfigEditException {
        if (!FlatConfig.of(changed).containsKey(keyPrefix() + BLOCKED_KEY)) {
            return "";
        }
        try {
            return YamlEntryEditor.put("", List.of(TOOLS, rule(), BLOCKED_KEY), Slice.of(String.valueOf(!isOn)));
        } catch (EditException e) {
            throw new ConfigEditException(Reason.INVALID, e.getMessage(), e);
        }
    }

    /** Returns the beginning of the paths of the rule's keys. */
    private String keyPrefix() {
        return TOOLS + ".\"" + rule() + "\".";
    }

    private String rule() {
        return server + "/" + tool;
    }

    /**
     * Returns the change.
     *
     * @throws ConfigEditException if the tool already has this state, or no rule for this tool alone can change it
     */
    public TextChange find(LoadedConfiguration current, CandidateParser candidateParser)
            throws ConfigEditException, ConfigurationException {
        if (tool.isEmpty() || tool.indexOf('*') >= 0 || tool.indexOf('?') >= 0) {
            throw new ConfigEditException(
                    Reason.INVALID, "the name of this tool cannot be in a rule: " + tool + "; change the file by hand");
        }
        if (hasWantedState(current)) {
            throw new ConfigEditException(
                    Reason.CONFLICT,
                    rule() + " is already switched " + (isOn ? "on" : "off") + "; nothing was changed");
        }
        for (TextChange change : possibleChanges(current)) {
            if (hasWantedState(candidateParser.parse(change))) {
                return change;
            }
        }
        throw new ConfigEditException(
                Reason.INVALID,
                "a rule after \"" + rule() + "\" decides about this tool; change " + BLOCKED_KEY
                        + " in the file by hand");
    }

    private boolean hasWantedState(LoadedConfiguration loaded) {
        Policy policy = loaded.configuration().policies().forTool(server, tool).policy();
        return policy.get(Policy.BLOCKED) != isOn;
    }

    /**
     * Returns the candidates, the smallest first: to switch a tool on, it may be enough to remove the key (or
     * the rule, if it is the rule's only key).
     */
    private List<TextChange> possibleChanges(LoadedConfiguration current) {
        List<String> rulePath = List.of(TOOLS, rule());
        List<String> keyPath = List.of(TOOLS, rule(), BLOCKED_KEY);
        List<TextChange> changes = new ArrayList<>();
        if (isOn) {
            String prefix = keyPrefix();
            long keys = FlatConfig.of(current).keySet().stream()
                    .filter(path -> path.startsWith(prefix))
                    .count();
            changes.add(text -> YamlEntryEditor.remove(text, keys == 1 ? rulePath : keyPath));
        }
        changes.add(text -> YamlEntryEditor.put(text, keyPath, Slice.of(String.valueOf(!isOn))));
        return changes;
    }
}
