package dev.plimsoll.stored;

import dev.plimsoll.policy.setting.SettingType;

/** Setting type for stored queries, as the text of a JSON object. */
public final class StoredQueriesSettingType extends SettingType<String> {

    public StoredQueriesSettingType() {
        super(Kind.TEXT, String.class);
    }

    @Override
    public String allowed() {
        return "names of queries (letters, digits, and _), each with a jq expression or with query, description, and"
                + " parameters";
    }

    @Override
    public String text(String value) {
        return value;
    }

    @Override
    protected String parseText(String text) {
        return StoredQueries.parse(text).encode();
    }

    @Override
    protected boolean isAllowed(String value) {
        try {
            // the only allowed value without queries is the empty text, to which parseText converts an empty object
            return !StoredQueries.parse(value).encode().isEmpty() || value.isEmpty();
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
