/**
 * All keys with path, type, default, description, and commands. The check, the schema, and the reference page use them.
 */
@NullMarked
package dev.plimsoll.gateway.config.key;

import org.jspecify.annotations.NullMarked;
