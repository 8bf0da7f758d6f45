/** Changes the servers of a running gateway: adds, stops, restarts, and removes them. */
@NullMarked
package dev.plimsoll.gateway.manage;

import org.jspecify.annotations.NullMarked;
