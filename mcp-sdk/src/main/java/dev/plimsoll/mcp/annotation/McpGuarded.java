package dev.plimsoll.mcp.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares a tool whose results are usually short. It is guarded like all other tools, but its schema does
 * not list the arguments of {@code plimsoll_read}.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface McpGuarded {

    /** The name of the tool. Default: the name of the method. */
    String name() default "";

    /** The description for clients and models. */
    String description() default "";

    /** The JSON Schema of the arguments. Default: derived from the parameters of the method. */
    String inputSchema() default "";

    /**
     * A record or bean from which the schema of the arguments is derived. A parameter of this type receives all
     * arguments.
     */
    Class<?> arguments() default Void.class;

    /** Returns whether the tool changes data. If so, callers need the tier {@code read_write}. */
    boolean write() default false;

    /** Returns whether the tool changes data irreversibly. If so, callers need the tier {@code admin}. */
    boolean admin() default false;

    /** The permission checks. A caller who fails one of them cannot see the tool, call it, or read its snapshots. */
    Class<? extends PermissionCheck>[] permissions() default {};
}
