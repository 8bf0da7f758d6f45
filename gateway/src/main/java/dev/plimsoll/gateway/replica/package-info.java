/** What the replicas of one gateway do together, and each by itself while the others cannot be reached. */
@NullMarked
package dev.plimsoll.gateway.replica;

import org.jspecify.annotations.NullMarked;
