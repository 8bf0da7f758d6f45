/** The commands that show or change what a gateway has recorded: reports, rollouts, pins, saved views, and the daemon. */
@NullMarked
package dev.plimsoll.gateway.cli.operate;

import org.jspecify.annotations.NullMarked;
