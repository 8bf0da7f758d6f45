/** Changes of the configuration file of a gateway: servers, tools, budgets, and rules. */
@NullMarked
package dev.plimsoll.gateway.manage.file;

import org.jspecify.annotations.NullMarked;
