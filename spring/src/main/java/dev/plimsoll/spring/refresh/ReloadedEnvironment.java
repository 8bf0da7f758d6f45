package dev.plimsoll.spring.refresh;

import org.springframework.boot.context.config.ConfigDataEnvironmentPostProcessor;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;

/**
 * Environment with the current contents of the configuration files. All other property sources are those of the running
 * application.
 */
final class ReloadedEnvironment extends StandardEnvironment {

    /** Prefix of the names of Spring Boot's property sources for application.yaml and similar files. */
    private static final String FILE_PREFIX = "Config resource '";

    /** Name of the property source with which Spring Boot adapts all other sources. */
    private static final String ATTACHED_SOURCE = "configurationProperties";

    private ReloadedEnvironment(ConfigurableEnvironment running) {
        MutablePropertySources sources = getPropertySources();
        // the constructor of StandardEnvironment has added the system's sources, which the running
        // environment also contains
        sources.stream().map(PropertySource::getName).toList().forEach(sources::remove);
        for (PropertySource<?> source : running.getPropertySources()) {
            if (!source.getName().startsWith(FILE_PREFIX) && !source.getName().equals(ATTACHED_SOURCE)) {
                sources.addLast(source);
            }
        }
        setActiveProfiles(running.getActiveProfiles());
        setDefaultProfiles(running.getDefaultProfiles());
    }

    /** Creates a copy of the environment, and reads the configuration files again. */
    static ConfigurableEnvironment reload(ConfigurableEnvironment running) {
        ReloadedEnvironment reloaded = new ReloadedEnvironment(running);
        ConfigDataEnvironmentPostProcessor.applyTo(reloaded);
        return reloaded;
    }
}
