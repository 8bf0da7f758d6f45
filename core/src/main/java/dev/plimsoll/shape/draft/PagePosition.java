package dev.plimsoll.shape.draft;

import dev.plimsoll.view.Position;
import dev.plimsoll.view.View;

/** The view and position of a page, before they become a cursor. */
public record PagePosition(View view, Position position) {}
