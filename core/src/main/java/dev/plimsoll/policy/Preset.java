package dev.plimsoll.policy;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Named set of changes to the default policy. */
public enum Preset {
    BALANCED("the defaults"),
    PROBE(
            "a short preview first, then as much as the caller requests",
            "style=probe",
            "lookBudget=null",
            "defaultPageSize=20",
            "ttl=5m",
            "fullBudgetThreshold=none",
            "autoNegotiateThreshold=50000"),
    LIST(
            "the count and the size of a list, and its first page",
            "style=list",
            "lookBudget=null",
            "defaultPageSize=50",
            "autoNegotiateThreshold=50000"),
    HARDENING(
            "a budget of 4,000 tokens, counted by characters; lists are paged by count",
            "estimator=chars",
            "tokenBudgetThreshold=4000",
            "bytesPerToken=2.5",
            "lookBudget=null",
            "header=full",
            "defaultPageSize=50",
            "maxPageSize=200",
            "pageByCount=true",
            "chunkSize=2000",
            "summaryThreshold=2000",
            "mergedArguments=cursor,limit,fields,startLine,endLine",
            "ttl=10m"),
    CURSOR(
            "pages forward and backward, by count; an expired cursor runs the tool again",
            "style=cursor",
            "lookBudget=null",
            "defaultPageSize=50",
            "pageByCount=true",
            "ttl=24h",
            "onDeadCursor=restart",
            "onChangedArguments=restart"),
    GUIDED(
            "a long list is answered with advice on how to narrow it down",
            "style=guide",
            "lookBudget=null",
            "defaultPageSize=25",
            "maxPageSize=50",
            "pageByCount=true",
            "cache.ttl=1h"),
    STRICT("at most 1,000 tokens, unless the caller requests more", "tokenBudgetThreshold=1000"),
    OFF("all results pass and are only measured", "enabled=false");

    private final String description;
    private final String changes;

    Preset(String description, String... changes) {
        this.description = description;
        this.changes = String.join(" ", changes);
    }

    /** Returns the preset of this name, in lower case as in a configuration, or null if there is none. */
    public static @Nullable Preset find(String name) {
        for (Preset preset : values()) {
            if (preset.configName().equals(name)) {
                return preset;
            }
        }
        return null;
    }

    /** Returns the name in configurations. */
    public String configName() {
        return name().toLowerCase(Locale.ROOT);
    }

    public String description() {
        return description;
    }

    /** Returns the settings of this preset, each as {@code key=text}. */
    public List<String> changes() {
        return changes.isEmpty() ? List.of() : List.of(changes.split(" ", -1));
    }

    /** Returns a copy of the policy with the settings of this preset. */
    public Policy applyTo(Policy policy) {
        Policy changed = policy;
        for (String change : changes()) {
            int equalsSign = change.indexOf('=');
            changed = changed.withText(change.substring(0, equalsSign), change.substring(equalsSign + 1));
        }
        return changed;
    }
}
