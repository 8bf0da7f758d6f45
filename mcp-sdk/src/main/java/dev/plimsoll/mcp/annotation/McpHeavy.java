package dev.plimsoll.mcp.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares a tool with long results. It is listed with the arguments for follow-up reads. A call with a cursor reads the snapshot, and never runs the method. Parameters of the method receive the
 * arguments of the same name. A parameter of type {@code Map} receives all arguments. A parameter whose type
 * is an exchange, {@code McpTransportContext}, or {@code CallToolRequest} receives the object of this type.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface McpHeavy {

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

    /** The name of the style of the first answer, such as {@code probe}. Default: the guard's policy. */
    String style() default "";

    /** The time after which an unread snapshot expires, such as {@code 5m}. Default: the guard's policy. */
    String ttl() default "";

    /** The maximum number of items of a page, unless the caller asks for more. Default: the guard's policy. */
    int pageSize() default 0;

    /** The number of pages to prefetch if the method returns a {@code PageSource}. Default: the guard's policy. */
    int prefetch() default 0;
}
