/** State that the replicas of a gateway share, with local fallbacks while the store is not available. */
@NullMarked
package dev.plimsoll.gateway.replica;

import org.jspecify.annotations.NullMarked;
