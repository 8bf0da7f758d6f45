package dev.plimsoll.gateway.config.check;

import dev.plimsoll.gateway.config.key.StoredKeys;
import dev.plimsoll.gateway.config.model.ProgramsConfig;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.query.Program;
import dev.plimsoll.query.Query;
import dev.plimsoll.stored.ParameterType;
import dev.plimsoll.stored.StoredText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Checks the texts and parameters of stored queries and programs. */
final class StoredConsistency {

    /** Variable that every query has, so that no parameter may have this name. */
    private static final String ORIGINAL = "original";

    private static final int MAX_QUERIES = 100;

    private static final String OWN_PREFIX = "plimsoll_";
    private static final String SERVER_SEPARATOR = "__";

    private final ScopeSettings scopeSettings;
    private final ConfigErrors configErrors;

    StoredConsistency(ScopeSettings scopeSettings, ConfigErrors configErrors) {
        this.scopeSettings = scopeSettings;
        this.configErrors = configErrors;
    }

    void check() {
        checkQueries("policy.queries", scopeSettings.table("policy." + StoredKeys.QUERIES));
        scopeSettings
                .table("tools")
                .forEach((glob, rule) -> checkQueries(
                        "tools.\"" + ConfigErrors.toPrintable(glob) + "\".queries", rule.table(StoredKeys.QUERIES)));
        checkPrograms();
    }

    private void checkQueries(String path, Map<String, ScopeSettings> queries) {
        if (queries.size() > MAX_QUERIES) {
            configErrors.addError(
                    path,
                    queries.values().iterator().next().origin(),
                    "must have at most " + MAX_QUERIES + " queries, got " + queries.size());
        }
        queries.forEach((name, entry) -> {
            if (!entry.hasInvalidValue()) {
                checkName(path + "." + name, name, entry);
                checkText(path + "." + name, StoredKeys.QUERY, name, entry);
            }
        });
    }

    private void checkPrograms() {
        Map<String, ScopeSettings> programs = scopeSettings.table(StoredKeys.PROGRAMS);
        programs.forEach((name, entry) -> {
            String path = StoredKeys.PROGRAMS + "." + name;
            if (entry.hasInvalidValue()) {
                return;
            }
            checkName(path, name, entry);
            if (name.startsWith(OWN_PREFIX) || name.contains(SERVER_SEPARATOR)) {
                configErrors.addError(
                        path,
                        entry.origin(),
                        "must not begin with " + OWN_PREFIX + " or contain " + SERVER_SEPARATOR
                                + ": these are names of other tools");
            }
            checkText(path, StoredKeys.PROGRAM, name, entry);
            checkServer(path, entry);
        });
        boolean isOff = scopeSettings.find("programs.mode") == ProgramsConfig.Mode.OFF;
        if (!programs.isEmpty() && isOff) {
            configErrors.addWarning(
                    StoredKeys.PROGRAMS,
                    programs.values().iterator().next().origin(),
                    "has no effect: programs.mode is off");
        }
    }

    private void checkServer(String path, ScopeSettings entry) {
        Map<String, ScopeSettings> servers = scopeSettings.table("servers");
        if (entry.has("server") && !servers.isEmpty() && !servers.containsKey(entry.text("server"))) {
            configErrors.addWarning(
                    path + ".server",
                    entry.origin("server"),
                    "there is no server " + ConfigErrors.toPrintable(entry.text("server"))
                            + ", so nobody can run the program"
                            + Suggestion.didYouMean(entry.text("server"), List.copyOf(servers.keySet())));
        }
    }

    /** Reports a name that is a function or keyword of jq, because a query with only this name would be ambiguous. */
    private void checkName(String path, String name, ScopeSettings entry) {
        if (Query.isFunctionOrKeyword(name)) {
            configErrors.addError(path, entry.origin(), "is a function or keyword of jq; choose another name");
        }
    }

    private void checkText(String path, String textKey, String name, ScopeSettings entry) {
        if (!entry.has(textKey)) {
            configErrors.addError(path, entry.origin(), textKey + " is missing");
            return;
        }
        StoredText stored = StoredTexts.parse(name, entry);
        entry.table(StoredKeys.PARAMETERS)
                .forEach((parameter, settings) -> checkParameter(path, textKey, parameter, settings));
        try {
            if (textKey.equals(StoredKeys.PROGRAM)) {
                Program.parse(stored.text(), stored.variables());
            } else {
                List<String> variables = new ArrayList<>(stored.variables());
                variables.add(ORIGINAL);
                Query.parse(Map.of("", stored.text()), variables);
            }
        } catch (RefusedException refused) {
            configErrors.addError(
                    path + "." + textKey,
                    entry.origin(textKey),
                    refused.getMessage().lines().findFirst().orElse("") + "; " + refused.suggestion());
        }
    }

    private void checkParameter(String path, String textKey, String parameter, ScopeSettings settings) {
        String parameterPath = path + ".parameters." + parameter;
        if (parameter.equals(ORIGINAL) && textKey.equals(StoredKeys.QUERY)) {
            configErrors.addError(
                    parameterPath, settings.origin(), "$original is the original result; rename the parameter");
        }
        ParameterType type = StoredTexts.parameterType(settings);
        if (settings.has("default") && StoredTexts.findDefault(type, settings) == null) {
            configErrors.addError(
                    parameterPath + ".default",
                    settings.origin("default"),
                    "must be " + type.phrase() + " as JSON, or null, got "
                            + ConfigErrors.toPrintable(settings.text("default")));
        }
    }
}
