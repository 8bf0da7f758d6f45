/** Gradual rollout of policies, and their immediate rollback, as overlays on the configuration. */
@NullMarked
package dev.plimsoll.gateway.rollout;

import org.jspecify.annotations.NullMarked;
