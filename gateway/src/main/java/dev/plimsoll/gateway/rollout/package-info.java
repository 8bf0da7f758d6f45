/**
 * Gradual rollout of policies, and immediate rollback. Both are overlays: they change the policies of the
 * configuration while it is loaded.
 */
@NullMarked
package dev.plimsoll.gateway.rollout;

import org.jspecify.annotations.NullMarked;
