package dev.plimsoll.policy;

import java.util.ArrayList;
import java.util.List;

/** Setting type for patterns of members, separated by commas if they are one text. */
final class MemberGlobsForm extends SettingType<List<String>> {

    private static final int MOST = 200;

    @SuppressWarnings({"unchecked", "rawtypes"}) // List<String> has no class literal
    MemberGlobsForm() {
        super(Kind.NAMES, (Class) List.class);
    }

    @Override
    public String allowed() {
        return "a list of at most " + MOST + " patterns such as /debug, /items/*/_raw or **/trace: each a JSON Pointer,"
                + " with * for any text in a step and ** for any number of steps, and ? in place of a comma";
    }

    @Override
    public String text(List<String> value) {
        return String.join(",", value);
    }

    @Override
    protected List<String> read(String text) {
        List<String> patterns = new ArrayList<>();
        for (String pattern : text.isEmpty() ? new String[0] : text.split(",", -1)) {
            patterns.add(pattern.strip());
        }
        return List.copyOf(patterns);
    }

    @Override
    protected boolean allows(List<String> value) {
        return value.size() <= MOST
                && value.stream().allMatch(pattern -> pattern.indexOf(',') < 0 && MemberGlobs.fault(pattern) == null);
    }
}
