/** The servers of a running gateway, which follow changes of the configuration and requests to restart. */
@NullMarked
package dev.plimsoll.gateway.manage.server;

import org.jspecify.annotations.NullMarked;
