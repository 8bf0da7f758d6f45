/** Endpoints for operators of a running gateway: requests, statistics, and health. */
@NullMarked
package dev.plimsoll.gateway.admin;

import org.jspecify.annotations.NullMarked;
