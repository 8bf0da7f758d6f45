/** Changes the configuration file of a gateway: servers, budgets, and rules. Changes of servers apply while it runs. */
@NullMarked
package dev.plimsoll.gateway.manage;

import org.jspecify.annotations.NullMarked;
