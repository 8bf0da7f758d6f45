package dev.plimsoll.bench.growth;

import java.util.List;

/**
 * The times of one or more operations as a function of a size.
 *
 * @param name the distinguishing part of the chart's file name
 * @param quantity the quantity that grows
 * @param lines one line for each operation, all measured at the same sizes
 */
record Curve(String name, String title, String quantity, List<Line> lines) {

    Curve {
        lines = List.copyOf(lines);
    }

    /** The times of one operation, at ascending sizes. */
    record Line(String name, List<Point> points) {

        Line {
            points = List.copyOf(points);
        }
    }

    /** The time of an operation at one size. */
    record Point(double size, double nanos) {}
}
