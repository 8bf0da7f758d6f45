/**
 * The methods of tasks. {@code TasksResult} guards the results of tasks, {@code TaskStatus} results in a status, and
 * {@code TaskOwnerCheck} hides the tasks of other callers.
 */
@NullMarked
package dev.plimsoll.gateway.proxy.task;

import org.jspecify.annotations.NullMarked;
