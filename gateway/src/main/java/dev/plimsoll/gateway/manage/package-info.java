/**
 * Changes the configuration file of a gateway (servers, budgets, and rules), and adapts the servers of a
 * running gateway to it.
 */
@NullMarked
package dev.plimsoll.gateway.manage;

import org.jspecify.annotations.NullMarked;
