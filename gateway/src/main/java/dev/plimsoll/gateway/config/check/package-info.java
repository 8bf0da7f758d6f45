/** Checks sources against the keys and fills in secrets. Reports all errors together; invalid values are left out. */
@NullMarked
package dev.plimsoll.gateway.config.check;

import org.jspecify.annotations.NullMarked;
