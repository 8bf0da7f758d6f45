/** Parts of messages that the translations have in common. */
@NullMarked
package dev.plimsoll.gateway.era.form;

import org.jspecify.annotations.NullMarked;
