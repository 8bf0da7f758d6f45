package dev.plimsoll.spring.refresh;

import org.springframework.boot.context.config.ConfigDataEnvironmentPostProcessor;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;

/**
 * The environment that the application would have if it started now: files are read again, all other property sources stay the
 * same.
 */
final class FreshEnvironment extends StandardEnvironment {

    /** Prefix of the names of Spring Boot's property sources for application.yaml and similar files. */
    private static final String FILE_PREFIX = "Config resource '";

    private static final String ATTACHED_SOURCE = "configurationProperties";

    private FreshEnvironment(ConfigurableEnvironment running) {
        MutablePropertySources sources = getPropertySources();
        // the running environment already contains the system's sources
        sources.stream().map(PropertySource::getName).toList().forEach(sources::remove);
        for (PropertySource<?> source : running.getPropertySources()) {
            if (!source.getName().startsWith(FILE_PREFIX) && !source.getName().equals(ATTACHED_SOURCE)) {
                sources.addLast(source);
            }
        }
        setActiveProfiles(running.getActiveProfiles());
        setDefaultProfiles(running.getDefaultProfiles());
    }

    static ConfigurableEnvironment of(ConfigurableEnvironment running) {
        FreshEnvironment fresh = new FreshEnvironment(running);
        ConfigDataEnvironmentPostProcessor.applyTo(fresh);
        return fresh;
    }
}
