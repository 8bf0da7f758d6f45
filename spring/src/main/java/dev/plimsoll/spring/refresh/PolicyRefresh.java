package dev.plimsoll.spring.refresh;

import dev.plimsoll.mcp.Guard;
import dev.plimsoll.spring.settings.PlimsollSettings;
import dev.plimsoll.spring.settings.SettingsException;
import dev.plimsoll.spring.settings.SettingsReader;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.springframework.context.ApplicationEvent;
import org.springframework.context.event.SmartApplicationListener;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * Reloads the properties, including their files, and applies {@code preset}, {@code policy}, {@code query}, {@code tools}, and {@code profiles} to the guard. Spring Cloud's event for a changed environment also starts a reload. Thread-safe.
 */
public final class PolicyRefresh implements SmartApplicationListener {

    private static final System.Logger LOG = System.getLogger("dev.plimsoll");
    private static final String CLOUD_EVENT = "org.springframework.cloud.context.environment.EnvironmentChangeEvent";
    private static final String NOT_SET = "not set";

    private final ConfigurableEnvironment environment;
    private final Guard guard;
    private PlimsollSettings plimsollSettings;

    public PolicyRefresh(ConfigurableEnvironment environment, Guard guard, PlimsollSettings plimsollSettings) {
        this.environment = environment;
        this.guard = guard;
        this.plimsollSettings = plimsollSettings;
    }

    /** Reloads all properties, and applies the changes. If any value is invalid, applies none of them. */
    public synchronized RefreshOutcome refresh() {
        try {
            PlimsollSettings newSettings = new SettingsReader(ReloadedEnvironment.reload(environment)).read();
            guard.replacePolicies(newSettings.policies());
            List<String> changes = changes(plimsollSettings.reloadableSettings(), newSettings.reloadableSettings());
            changes.forEach(change -> LOG.log(Level.INFO, "changed: {0}", change));
            plimsollSettings = newSettings;
            return new RefreshOutcome(changes, List.of());
        } catch (SettingsException e) {
            return reject(e.errors());
        } catch (IllegalArgumentException e) {
            return reject(List.of(String.valueOf(e.getMessage())));
        }
    }

    /** Returns the current values of the properties that are set, and that a reload can change, by name. */
    public synchronized Map<String, String> currentSettings() {
        return plimsollSettings.reloadableSettings();
    }

    private static RefreshOutcome reject(List<String> errors) {
        errors.forEach(error -> LOG.log(Level.WARNING, "the properties were not reloaded: {0}", error));
        return new RefreshOutcome(List.of(), errors);
    }

    private static List<String> changes(Map<String, String> before, Map<String, String> after) {
        TreeSet<String> names = new TreeSet<>(before.keySet());
        names.addAll(after.keySet());
        List<String> changes = new ArrayList<>();
        for (String name : names) {
            String oldValue = before.getOrDefault(name, NOT_SET);
            String newValue = after.getOrDefault(name, NOT_SET);
            if (!oldValue.equals(newValue)) {
                changes.add(name + ": " + newValue + ", was " + oldValue);
            }
        }
        return changes;
    }

    @Override
    public boolean supportsEventType(Class<? extends ApplicationEvent> eventType) {
        return eventType.getName().equals(CLOUD_EVENT);
    }

    @Override
    public void onApplicationEvent(ApplicationEvent event) {
        refresh();
    }
}
