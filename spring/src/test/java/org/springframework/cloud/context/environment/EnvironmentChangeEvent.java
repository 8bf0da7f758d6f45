package org.springframework.cloud.context.environment;

import org.springframework.context.ApplicationEvent;

/** A substitute for Spring Cloud's event, which the starter identifies only by its name. */
public final class EnvironmentChangeEvent extends ApplicationEvent {

    private static final long serialVersionUID = 1;

    public EnvironmentChangeEvent(Object source) {
        super(source);
    }
}
