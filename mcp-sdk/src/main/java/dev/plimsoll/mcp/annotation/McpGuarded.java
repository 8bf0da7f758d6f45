package dev.plimsoll.mcp.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A tool with a plain result: guarded as any other, without arguments of {@code plimsoll_read} in its schema. */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface McpGuarded {

    /** The name of the tool. Default: the name of the method. */
    String name() default "";

    /** What clients and models read about it. */
    String description() default "";

    /** The JSON Schema of the arguments. Default: made from the parameters of the method. */
    String inputSchema() default "";

    /** A record or bean to make that schema from. A parameter of this type gets all arguments at once. */
    Class<?> arguments() default Void.class;

    /** The tool changes something: callers need the tier {@code read_write}. */
    boolean write() default false;

    /** The tool changes something beyond return: callers need the tier {@code admin}. */
    boolean admin() default false;

    /** Callers whom one of these does not permit neither see nor call the tool, nor read on in what it gave. */
    Class<? extends PermissionCheck>[] permissions() default {};
}
