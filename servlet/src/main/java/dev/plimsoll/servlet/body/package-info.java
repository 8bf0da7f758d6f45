/** Bodies of HTTP requests and responses that the filter reads and rewrites. */
@NullMarked
package dev.plimsoll.servlet.body;

import org.jspecify.annotations.NullMarked;
