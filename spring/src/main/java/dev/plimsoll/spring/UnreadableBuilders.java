package dev.plimsoll.spring;

import dev.plimsoll.mcp.Guard;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Condition that matches if the builders of this version of the SDK cannot be read. */
final class UnreadableBuilders implements Condition {

    @Override
    public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
        return !Guard.canReadBuilders();
    }
}
