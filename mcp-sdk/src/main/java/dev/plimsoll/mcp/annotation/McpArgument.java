package dev.plimsoll.mcp.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Sets the name and the description of an argument, and whether it is required, where its Java name and type are not enough. */
@Documented
@Target({ElementType.PARAMETER, ElementType.RECORD_COMPONENT, ElementType.FIELD})
@Retention(RetentionPolicy.RUNTIME)
public @interface McpArgument {

    /** The name of the argument. Default: the name of the parameter, which requires compilation with {@code -parameters}. */
    String name() default "";

    /** The description for clients and models. */
    String description() default "";

    /** Returns whether the argument is required. {@code Optional} and {@code @Nullable} arguments are never required. */
    boolean required() default true;
}
