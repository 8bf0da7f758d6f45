package org.springframework.cloud.context.environment;

import org.springframework.context.ApplicationEvent;

/** What Spring Cloud publishes, by its name: the starter knows no more of it. */
public final class EnvironmentChangeEvent extends ApplicationEvent {

    private static final long serialVersionUID = 1;

    public EnvironmentChangeEvent(Object source) {
        super(source);
    }
}
