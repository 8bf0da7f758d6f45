/** Annotations that turn methods into tools, and the classes that process them. */
@NullMarked
package dev.plimsoll.mcp.annotation;

import org.jspecify.annotations.NullMarked;
