/** Reads and rewrites the bodies of HTTP requests and responses. */
@NullMarked
package dev.plimsoll.servlet.body;

import org.jspecify.annotations.NullMarked;
