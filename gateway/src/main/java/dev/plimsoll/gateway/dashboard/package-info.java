/**
 * The dashboard at {@code /}, and the endpoints that only it uses: live requests, configuration, sketches of answers,
 * playground.
 */
@NullMarked
package dev.plimsoll.gateway.dashboard;

import org.jspecify.annotations.NullMarked;
