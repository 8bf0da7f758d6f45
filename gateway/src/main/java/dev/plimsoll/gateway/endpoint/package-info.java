/** What stands behind an address, as the entrances see it: servers, alone or several as one. */
@NullMarked
package dev.plimsoll.gateway.endpoint;

import org.jspecify.annotations.NullMarked;
