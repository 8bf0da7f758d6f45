package dev.plimsoll.gateway.config.key;

import dev.plimsoll.policy.setting.SettingType;
import dev.plimsoll.stored.ParameterType;
import dev.plimsoll.stored.StoredQueries;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Keys of stored queries and programs. */
public final class StoredKeys {

    /** Key, in a rule or policy, with the stored queries for its tools. */
    public static final String QUERIES = "queries";

    /** Key with the stored programs. */
    public static final String PROGRAMS = "programs.stored";

    /** Key with the text of a stored query. An entry can also be given as this text. */
    public static final String QUERY = "query";

    /** Key with the text of a stored program. An entry can also be given as this text. */
    public static final String PROGRAM = "program";

    /** Key with the parameters of a stored query or program. */
    public static final String PARAMETERS = "parameters";

    private static final int MAX_DESCRIPTION = 1_000;
    private static final int MAX_DEFAULT = 4_000;

    private StoredKeys() {}

    /** Type of a default value: any text, including an empty one. */
    private static final class ValueText extends SettingType<String> {

        ValueText() {
            super(Kind.TEXT, String.class);
        }

        @Override
        public String allowed() {
            return "a text of at most " + MAX_DEFAULT + " characters";
        }

        @Override
        public String text(String value) {
            return value;
        }

        @Override
        protected String parseText(String text) {
            return text;
        }

        @Override
        protected boolean isAllowed(String value) {
            return value.length() <= MAX_DEFAULT;
        }
    }

    /**
     * Returns the key that is set if an entry is written as a text instead of a map; null if entries of this
     * scope must be maps.
     */
    public static @Nullable String findTextKey(KeyScope keyScope) {
        return keyScope.findKey(QUERY) != null ? QUERY : keyScope.findKey(PROGRAM) != null ? PROGRAM : null;
    }

    static ConfigKey queriesKey(String description) {
        return ConfigKey.of(
                QUERIES,
                new KeyShape.Table(NameRule.VARIABLE, new KeyScope(entryKeys(QUERY, "the jq expression"))),
                description);
    }

    static ConfigKey programsKey() {
        List<ConfigKey> keys = entryKeys(PROGRAM, "the program");
        keys.add(
                ConfigKey.of(
                        "server",
                        new TextSettingType(TextSettingType.Format.ANY),
                        null,
                        "the server whose tools the program may also call by their own names; unset: only by the names that clients see"));
        keys.add(ConfigKey.of(
                "expose", SettingType.flag(), "false", "whether the program is a tool of its own, with this name"));
        return ConfigKey.of(
                PROGRAMS,
                new KeyShape.Table(NameRule.VARIABLE, new KeyScope(keys)),
                "programs that callers can run by their names");
    }

    private static List<ConfigKey> entryKeys(String textKey, String textDescription) {
        List<ConfigKey> keys = new ArrayList<>();
        keys.add(ConfigKey.of(
                textKey,
                SettingType.text(
                        StoredQueries.MAX_LENGTH, "a text of at most " + StoredQueries.MAX_LENGTH + " characters"),
                null,
                textDescription + "; an entry can also be this text alone"));
        keys.add(ConfigKey.of(
                "description",
                SettingType.text(MAX_DESCRIPTION, "a text of at most " + MAX_DESCRIPTION + " characters"),
                null,
                "what the query or program is for"));
        keys.add(ConfigKey.of(
                PARAMETERS,
                new KeyShape.Table(NameRule.VARIABLE, new KeyScope(parameterKeys())),
                "values that a caller gives; each is the variable $NAME"));
        return keys;
    }

    private static List<ConfigKey> parameterKeys() {
        return List.of(
                ConfigKey.of(
                        "type",
                        SettingType.word(ParameterType.names().toArray(String[]::new)),
                        ParameterType.STRING.wireName(),
                        "the type of the value"),
                ConfigKey.of(
                        "default",
                        new ValueText(),
                        null,
                        "the value if a caller gives none: a text, or JSON for the other types; unset: callers must give a value"),
                ConfigKey.of(
                        "description",
                        SettingType.text(MAX_DESCRIPTION, "a text of at most " + MAX_DESCRIPTION + " characters"),
                        null,
                        "what the value is"));
    }
}
