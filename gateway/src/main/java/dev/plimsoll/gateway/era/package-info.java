/** Translations between the eras of the protocol: each makes a server of one era look like a server of the other. */
@NullMarked
package dev.plimsoll.gateway.era;

import org.jspecify.annotations.NullMarked;
