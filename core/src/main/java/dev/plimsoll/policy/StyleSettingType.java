package dev.plimsoll.policy;

import dev.plimsoll.policy.setting.SettingType;
import java.util.List;
import java.util.Locale;

/** Setting type for the name of a style: one of the given names, or any well-formed name if none are given. */
final class StyleSettingType extends SettingType<StyleId> {

    private final List<String> names;

    /** Creates the type; with no names, any well-formed name is allowed. */
    StyleSettingType(List<String> names) {
        super(Kind.CHOICE, StyleId.class);
        this.names = List.copyOf(names);
    }

    @Override
    public String allowed() {
        return names.isEmpty() ? StyleId.ALLOWED : "one of " + String.join(", ", names);
    }

    @Override
    public List<String> choices() {
        return names;
    }

    @Override
    public String text(StyleId value) {
        return value.name();
    }

    @Override
    protected StyleId parseText(String text) {
        return new StyleId(text.toLowerCase(Locale.ROOT));
    }

    @Override
    protected boolean isAllowed(StyleId value) {
        return names.isEmpty() || names.contains(value.name());
    }
}
