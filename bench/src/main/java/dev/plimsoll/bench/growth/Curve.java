package dev.plimsoll.bench.growth;

import java.util.List;

/**
 * What something costs, by how much there is of something.
 *
 * @param name of the file, and in tables
 * @param of what there is more of, with its unit
 * @param lines one or several, over the same sizes
 */
record Curve(String name, String title, String of, List<Line> lines) {

    Curve {
        lines = List.copyOf(lines);
    }

    /** One line of a picture. */
    record Line(String name, List<Point> points) {

        Line {
            points = List.copyOf(points);
        }
    }

    /** So much of it costs so long. */
    record Point(double size, double nanos) {}
}
