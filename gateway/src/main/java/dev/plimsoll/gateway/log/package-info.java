/** What the program says about itself while it runs: one structured line each, never a payload, cursor or secret. */
@NullMarked
package dev.plimsoll.gateway.log;

import org.jspecify.annotations.NullMarked;
