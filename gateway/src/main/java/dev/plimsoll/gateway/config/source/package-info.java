/** Where values are written: files, variables and flags become one tree of texts that know their places. */
@NullMarked
package dev.plimsoll.gateway.config.source;

import org.jspecify.annotations.NullMarked;
