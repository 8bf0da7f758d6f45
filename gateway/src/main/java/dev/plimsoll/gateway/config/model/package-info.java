/** What can be configured, as immutable records: always complete, always valid. */
@NullMarked
package dev.plimsoll.gateway.config.model;

import org.jspecify.annotations.NullMarked;
