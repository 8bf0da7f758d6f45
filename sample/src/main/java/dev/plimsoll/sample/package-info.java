/** A server of warehouses, devices, products, bookings and audit logs, whose tools overflow in every way there is. */
@NullMarked
package dev.plimsoll.sample;

import org.jspecify.annotations.NullMarked;
