package dev.plimsoll.spring.settings;

import dev.plimsoll.cursor.KeyRing;
import dev.plimsoll.policy.Form;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.PolicyKey;
import dev.plimsoll.policy.Preset;
import dev.plimsoll.policy.Profile;
import dev.plimsoll.policy.Profiles;
import dev.plimsoll.policy.Rule;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.core.env.ConfigurableEnvironment;

/** Reads an environment once. To be made anew for the next reading. */
public final class SettingsReader {

    private static final int LEAST_KEY = 16;

    /** What the gateway does, and the library does not. */
    private static final List<PolicyKey<?>> NOT_HERE = List.of(
            Policy.RATE_LIMIT,
            Policy.ELICIT,
            Policy.ELICIT_TIMEOUT,
            Policy.ESTIMATOR_SAMPLING,
            Policy.CACHE_TTL,
            Policy.CACHE_INVALIDATES);

    private final Map<String, Property> properties =
            Property.all().stream().collect(Collectors.toMap(Property::path, one -> one));
    private final ConfigurableEnvironment environment;
    private final Written written;
    private final Values values;
    private final Map<String, String> set = new LinkedHashMap<>();
    private final Set<String> idle = new TreeSet<>();

    public SettingsReader(ConfigurableEnvironment environment) {
        this.environment = environment;
        this.written = new Written(environment);
        this.values = new Values(environment);
    }

    /** Throws {@link SettingsException} with all that is wrong. */
    public Settings read() {
        new Unknown(environment).check(properties.values(), values);
        values.parsed(property("enabled"), Form.flag(), true);
        values.parsed(property("store.type"), Property.STORE_TYPE, "memory");
        long maxBytes = values.parsed(property("store.maxBytes"), Property.STORE_BYTES, 256L << 20);
        Settings settings = new Settings(name(), policies(), maxBytes, keys(), set, warnings());
        if (!values.faults().isEmpty()) {
            throw new SettingsException(values.faults());
        }
        return settings;
    }

    private Property property(String path) {
        Property property = properties.get(path);
        if (property == null) {
            throw new IllegalArgumentException("no property " + path);
        }
        return property;
    }

    private String name() {
        String name = values.text(property("name"));
        if (name == null) {
            return "main";
        }
        if (name.length() > 100 || name.contains("/")) {
            values.wrong(property("name"), name);
        }
        return name;
    }

    // --- policies

    private Policies policies() {
        Changes base = new Changes();
        for (PolicyKey<?> key : Policy.keys()) {
            Property property = property(Property.path(key));
            String text = values.text(property);
            if (text != null) {
                base.set(key, text, property.name(), values.where(property), values);
                set.put(property.name(), text);
            }
        }
        idle(base, "policy.");
        return new Policies(base.applied(preset().applied(Policy.defaults())), rules(), profiles());
    }

    private Preset preset() {
        String text = values.text(property("preset"));
        if (text == null) {
            return Preset.BALANCED;
        }
        // YAML takes a bare off for false
        Preset preset = Preset.named(text.equals("false") ? "off" : text);
        if (preset == null) {
            values.wrong(property("preset"), text);
            return Preset.BALANCED;
        }
        set.put(property("preset").name(), preset.word());
        return preset;
    }

    private List<Rule> rules() {
        List<Rule> rules = new ArrayList<>();
        Set<PolicyKey<?>> allowed = Policy.keys().stream()
                .filter(key -> !key.name().startsWith(Property.LIMITS))
                .collect(Collectors.toSet());
        written.tables("tools", key -> Property.policyKey(key) != null).forEach((glob, lines) -> {
            Changes changes = Changes.of(lines, written, allowed, values);
            idle(changes, "tools." + glob + ".");
            changes.texts().forEach((key, text) -> set.put(Property.PREFIX + "tools." + glob + "." + key, text));
            try {
                rules.add(new Rule(glob, changes::applied));
            } catch (IllegalArgumentException e) {
                values.fault(
                        Property.PREFIX + "tools",
                        "a glob is tool or server/tool, got " + glob,
                        lines.get(0).where());
            }
        });
        return rules;
    }

    private void idle(Changes changes, String section) {
        NOT_HERE.stream()
                .filter(key -> changes.texts().containsKey(key.name()))
                .forEach(key -> idle.add(Property.PREFIX + section + key.name()));
    }

    private List<String> warnings() {
        return idle.stream()
                .map(name -> name + " does nothing here: it acts in the gateway")
                .toList();
    }

    // --- clients

    private List<Profile> profiles() {
        boolean wanted = values.parsed(property("clientProfiles"), Form.flag(), true);
        if (!wanted) {
            set.put(property("clientProfiles").name(), "false");
        }
        List<Profile> profiles = new ArrayList<>();
        Set<String> named = new HashSet<>();
        ProfileKeys keys = new ProfileKeys(written, values, set);
        written.tables("profiles", ProfileKeys::has).forEach((name, lines) -> {
            named.add(name);
            Profile profile = keys.profile(name, lines);
            if (profile != null) {
                profiles.add(profile);
            }
        });
        Profiles.builtIn().stream().filter(one -> !named.contains(one.name())).forEach(profiles::add);
        return wanted ? profiles : List.of();
    }

    // --- keys of cursors

    private @Nullable KeyRing keys() {
        String key = values.text(property("cursor.key"));
        List<String> previous = values.texts(property("cursor.previousKeys"));
        if (key == null) {
            return null;
        }
        boolean good = isLong(key, property("cursor.key"));
        for (String each : previous) {
            good &= isLong(each, property("cursor.previousKeys"));
        }
        return good
                ? KeyRing.of(
                        bytes(key), previous.stream().map(SettingsReader::bytes).toList())
                : null;
    }

    /** Never shows what it is about. */
    private boolean isLong(String key, Property property) {
        boolean good = bytes(key).length >= LEAST_KEY;
        if (!good) {
            values.wrong(property, "one of " + bytes(key).length + " bytes");
        }
        return good;
    }

    private static byte[] bytes(String key) {
        return key.getBytes(StandardCharsets.UTF_8);
    }
}
