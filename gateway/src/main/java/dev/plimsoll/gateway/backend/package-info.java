/** What stands behind an address, as the entrances see it: servers, alone or several as one. */
@NullMarked
package dev.plimsoll.gateway.backend;

import org.jspecify.annotations.NullMarked;
