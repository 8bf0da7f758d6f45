package dev.plimsoll.spring.refresh;

import org.springframework.boot.context.config.ConfigDataEnvironmentPostProcessor;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;

/** The environment as it would be if the application started now: everything that is no file as it is, files read anew. */
final class FreshEnvironment extends StandardEnvironment {

    /** What Spring Boot calls the sources that it makes of application.yaml and its like. */
    private static final String FILE = "Config resource '";

    private static final String ATTACHED = "configurationProperties";

    private FreshEnvironment(ConfigurableEnvironment running) {
        MutablePropertySources sources = getPropertySources();
        // the system's are among those of the other
        sources.stream().map(PropertySource::getName).toList().forEach(sources::remove);
        for (PropertySource<?> source : running.getPropertySources()) {
            if (!source.getName().startsWith(FILE) && !source.getName().equals(ATTACHED)) {
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
