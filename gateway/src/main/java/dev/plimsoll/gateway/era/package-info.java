/** Bridges between the two eras of the protocol: each makes a server of one era look like one of the other. */
@NullMarked
package dev.plimsoll.gateway.era;

import org.jspecify.annotations.NullMarked;
