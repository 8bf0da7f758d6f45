package dev.plimsoll.bench.growth;

import java.util.List;

/**
 * The time of an operation as a function of a size.
 *
 * @param name the name of the file, and in tables
 * @param quantity the quantity that grows, with its unit
 * @param lines one or more lines over the same sizes
 */
record Curve(String name, String title, String quantity, List<Line> lines) {

    Curve {
        lines = List.copyOf(lines);
    }

    /** One line of a chart. */
    record Line(String name, List<Point> points) {

        Line {
            points = List.copyOf(points);
        }
    }

    /** The time of an operation at one size. */
    record Point(double size, double nanos) {}
}
