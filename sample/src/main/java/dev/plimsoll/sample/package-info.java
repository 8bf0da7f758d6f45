/**
 * A sample server for warehouses, devices, products, bookings, and audit logs. Its tools produce large results of every kind.
 */
@NullMarked
package dev.plimsoll.sample;

import org.jspecify.annotations.NullMarked;
