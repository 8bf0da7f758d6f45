package dev.plimsoll.shape;

import dev.plimsoll.view.Position;
import dev.plimsoll.view.View;

/** A place to read on from, before it becomes a cursor. */
public record PagePosition(View view, Position position) {}
