/** HTTP services for operators of a running gateway: requests, statistics, health, cache, and reload. */
@NullMarked
package dev.plimsoll.gateway.admin;

import org.jspecify.annotations.NullMarked;
