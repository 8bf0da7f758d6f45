package dev.plimsoll.settings;

import dev.plimsoll.cursor.KeyRing;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.PolicyKey;
import dev.plimsoll.policy.PolicyRule;
import dev.plimsoll.policy.Preset;
import dev.plimsoll.policy.Profile;
import dev.plimsoll.policy.Profiles;
import dev.plimsoll.policy.setting.SettingType;
import dev.plimsoll.shape.style.StyleRegistry;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads settings from names and texts, and collects the faults. Each object reads once. */
final class FlatSettings {

    private static final int MIN_KEY_BYTES = 16;
    private static final int MAX_NAME_LENGTH = 100;
    private static final SettingType<Long> STORE_BYTES = SettingType.size(1L << 20, 1L << 40);

    private final Map<String, String> texts;
    private final Set<String> hostKeys;
    private final List<String> faults = new ArrayList<>();
    private final Map<String, String> baseChanges = new LinkedHashMap<>();
    private final Map<String, Map<String, String>> changesByGlob = new LinkedHashMap<>();
    private final Map<String, String> remainingSettings = new LinkedHashMap<>();

    FlatSettings(Map<String, String> texts, Set<String> hostKeys) {
        this.texts = texts;
        this.hostKeys = hostKeys.stream().map(FlatSettings::plainName).collect(Collectors.toSet());
    }

    static String plainName(String name) {
        return name.replace("-", "").replace("_", "").toLowerCase(Locale.ROOT);
    }

    LibrarySettings read() {
        texts.forEach(this::addSetting);
        Preset preset = preset();
        Policies policies = new Policies(applyTo(preset.applyTo(Policy.defaults()), baseChanges), rules(), profiles());
        long storeBytes = parse(SettingNames.STORE_BYTES, STORE_BYTES, LibrarySettings.DEFAULT_STORE_BYTES);
        String name = name();
        KeyRing keys = keys();
        remainingSettings.forEach((key, text) -> faults.add(key + ": unknown setting"));
        return new LibrarySettings(name, policies, storeBytes, keys, faults);
    }

    private void addSetting(String name, String text) {
        if (hostKeys.contains(plainName(name))) {
            return;
        }
        if (name.startsWith(SettingNames.TOOLS)) {
            addRuleSetting(name, text);
            return;
        }
        boolean isPolicy = name.startsWith(SettingNames.POLICY);
        PolicyKey<?> key = policyKey(isPolicy ? name.substring(SettingNames.POLICY.length()) : name);
        // without the prefix "policy.", a policy key is recognized only if it contains a dot
        if (key != null && name.contains(".")) {
            set(name, key, text, baseChanges);
        } else {
            remainingSettings.put(name, text);
        }
    }

    /**
     * Adds a setting of a rule, whose name ends with {@code GLOB.KEY}. Both parts may contain dots: the key is the
     * longest end of the name that is a policy key.
     */
    private void addRuleSetting(String name, String text) {
        String path = name.substring(SettingNames.TOOLS.length());
        for (int dot = path.indexOf('.'); dot > 0; dot = path.indexOf('.', dot + 1)) {
            PolicyKey<?> key = policyKey(path.substring(dot + 1));
            if (key != null) {
                String glob = path.substring(0, dot).replace("\"", "");
                set(name, key, text, changesByGlob.computeIfAbsent(glob, unused -> new LinkedHashMap<>()));
                return;
            }
        }
        faults.add(name + ": unknown key of a policy");
    }

    private static @Nullable PolicyKey<?> policyKey(String name) {
        String wanted = plainName(name);
        for (PolicyKey<?> key : StyleRegistry.standard().keys()) {
            if (plainName(key.name()).equals(wanted)) {
                return key;
            }
        }
        return null;
    }

    private void set(String name, @Nullable PolicyKey<?> key, String text, Map<String, String> target) {
        if (key == null || text.isBlank()) {
            return;
        }
        try {
            StyleRegistry.standard().withText(Policy.defaults(), key.name(), text);
            target.put(key.name(), text);
        } catch (IllegalArgumentException e) {
            faults.add(name + ": must be " + key.allowed() + ", got " + text);
        }
    }

    private static Policy applyTo(Policy policy, Map<String, String> changes) {
        Policy changed = policy;
        for (Map.Entry<String, String> change : changes.entrySet()) {
            changed = changed.withText(change.getKey(), change.getValue());
        }
        return changed;
    }

    private List<PolicyRule> rules() {
        List<PolicyRule> rules = new ArrayList<>();
        changesByGlob.forEach((glob, changes) -> {
            try {
                rules.add(new PolicyRule(glob, policy -> applyTo(policy, changes)));
            } catch (IllegalArgumentException e) {
                faults.add("tools: must be tool or server/tool, got " + glob);
            }
        });
        return rules;
    }

    private Preset preset() {
        String text = take(SettingNames.PRESET);
        Preset preset = text == null ? Preset.BALANCED : Preset.find(text);
        if (preset == null) {
            faults.add("preset: must be one of "
                    + Arrays.stream(Preset.values()).map(Preset::configName).collect(Collectors.joining(", "))
                    + ", got "
                    + text);
            return Preset.BALANCED;
        }
        return preset;
    }

    private List<Profile> profiles() {
        return parse(SettingNames.CLIENT_PROFILES, SettingType.flag(), true) ? Profiles.builtIn() : List.of();
    }

    private String name() {
        String name = take(SettingNames.NAME);
        if (name != null && (name.length() > MAX_NAME_LENGTH || name.contains("/"))) {
            faults.add("name: must be 1 to 100 characters without a slash, got " + name);
        }
        return name == null ? "main" : name;
    }

    private @Nullable KeyRing keys() {
        String key = take(SettingNames.CURSOR_KEY);
        String previous = take(SettingNames.PREVIOUS_KEYS);
        if (key == null) {
            if (previous != null) {
                faults.add(SettingNames.PREVIOUS_KEYS + ": requires " + SettingNames.CURSOR_KEY);
            }
            return null;
        }
        List<byte[]> earlier = new ArrayList<>();
        for (String text : previous == null ? List.<String>of() : List.of(previous.split("\\s*,\\s*"))) {
            earlier.add(keyBytes(SettingNames.PREVIOUS_KEYS, text));
        }
        byte[] current = keyBytes(SettingNames.CURSOR_KEY, key);
        return faults.isEmpty() ? KeyRing.of(current, earlier) : null;
    }

    /** Returns the bytes of a key. A fault shows only its length, never the key. */
    private byte[] keyBytes(String name, String key) {
        byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
        if (bytes.length < MIN_KEY_BYTES) {
            faults.add(name + ": must be a text of at least 16 bytes, got one of " + bytes.length + " bytes");
        }
        return bytes;
    }

    private <T> T parse(String name, SettingType<T> type, T defaultValue) {
        String text = take(name);
        try {
            return text == null ? defaultValue : type.parse(text);
        } catch (IllegalArgumentException e) {
            faults.add(name + ": must be " + type.allowed() + ", got " + text);
            return defaultValue;
        }
    }

    /** Returns and removes a text by its name; null if it is unset or blank. */
    private @Nullable String take(String name) {
        String wanted = plainName(name);
        for (Map.Entry<String, String> setting : Map.copyOf(remainingSettings).entrySet()) {
            if (plainName(setting.getKey()).equals(wanted)) {
                remainingSettings.remove(setting.getKey());
                return setting.getValue().isBlank() ? null : setting.getValue();
            }
        }
        return null;
    }
}
