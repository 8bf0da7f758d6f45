package dev.plimsoll.engine.snapshot;

import dev.plimsoll.view.Position;
import dev.plimsoll.view.View;

/** Snapshot, view, and position that a cursor reads. */
public record ResolvedCursor(OpenSnapshot openSnapshot, View view, Position position) {}
