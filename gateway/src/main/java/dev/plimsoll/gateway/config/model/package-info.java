/** The configuration as immutable records, which are always complete and valid. */
@NullMarked
package dev.plimsoll.gateway.config.model;

import org.jspecify.annotations.NullMarked;
