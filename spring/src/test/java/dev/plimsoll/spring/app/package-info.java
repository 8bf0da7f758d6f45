/** Application with an MCP server, for the tests. Except for {@link AnnotatedToolBean}, its code does not use Plimsoll. */
@NullMarked
package dev.plimsoll.spring.app;

import org.jspecify.annotations.NullMarked;
