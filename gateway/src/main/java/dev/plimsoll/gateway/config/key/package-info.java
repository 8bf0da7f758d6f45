/** Every key there is: path, form, default, what it does and where. The check, the schema and the reference page come from here. */
@NullMarked
package dev.plimsoll.gateway.config.key;

import org.jspecify.annotations.NullMarked;
