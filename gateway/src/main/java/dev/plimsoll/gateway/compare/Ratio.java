package dev.plimsoll.gateway.compare;

/**
 * A sum over another, each added up unit by unit, and how uncertain their ratio is: units are independent of each other, while
 * the calls of one unit are not. Sums of squares are all that is kept.
 */
final class Ratio {

    private long units;
    private double what;
    private double each;
    private double whatSquared;
    private double product;
    private double eachSquared;

    void add(double ofWhat, double ofEach) {
        units++;
        what += ofWhat;
        each += ofEach;
        whatSquared += ofWhat * ofWhat;
        product += ofWhat * ofEach;
        eachSquared += ofEach * ofEach;
    }

    long units() {
        return units;
    }

    /** 0 of nothing. */
    double value() {
        return each == 0 ? 0 : what / each;
    }

    /** The variance of the ratio, as its Taylor series has it; infinite where there are no two units. */
    double variance() {
        if (units < 2 || each == 0) {
            return Double.POSITIVE_INFINITY;
        }
        double ratio = value();
        double left = whatSquared - 2 * ratio * product + ratio * ratio * eachSquared;
        return Math.max(0, left) * units / (units - 1.0) / (each * each);
    }

    /**
     * The same for a share of cases: where none was seen, or all were, there might still be others, so it is never below what
     * one case more and one less would give.
     */
    double varianceOfShare() {
        double share = (what + 1) / (each + 2);
        return Math.max(variance(), share * (1 - share) / (each + 2));
    }
}
