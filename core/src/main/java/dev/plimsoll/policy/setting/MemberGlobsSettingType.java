package dev.plimsoll.policy.setting;

import java.util.ArrayList;
import java.util.List;

/** Setting type for patterns of members, separated by commas if they are one text. */
public final class MemberGlobsSettingType extends SettingType<List<String>> {

    private static final int MAX_PATTERNS = 200;

    @SuppressWarnings({"unchecked", "rawtypes"}) // List<String> has no class literal
    public MemberGlobsSettingType() {
        super(Kind.NAMES, (Class) List.class);
    }

    @Override
    public String allowed() {
        return "a list of at most " + MAX_PATTERNS
                + " patterns such as /debug, /items/*/_raw or **/trace: each a JSON Pointer,"
                + " with * for any text in a step and ** for any number of steps, and ? in place of a comma";
    }

    @Override
    public String text(List<String> value) {
        return String.join(",", value);
    }

    @Override
    protected List<String> parseText(String text) {
        List<String> patterns = new ArrayList<>();
        for (String pattern : text.isEmpty() ? new String[0] : text.split(",", -1)) {
            patterns.add(pattern.strip());
        }
        return List.copyOf(patterns);
    }

    @Override
    protected boolean isAllowed(List<String> value) {
        return value.size() <= MAX_PATTERNS
                && value.stream()
                        .allMatch(pattern -> pattern.indexOf(',') < 0 && MemberGlobs.findError(pattern) == null);
    }
}
