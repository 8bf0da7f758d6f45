/** HTTP services that change the servers, tools, and configuration file of a running gateway. */
@NullMarked
package dev.plimsoll.gateway.manage;

import org.jspecify.annotations.NullMarked;
