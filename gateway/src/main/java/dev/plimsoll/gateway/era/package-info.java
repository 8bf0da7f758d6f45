/** Detection of the eras of clients and servers, and the choice of the translation between them. */
@NullMarked
package dev.plimsoll.gateway.era;

import org.jspecify.annotations.NullMarked;
