package dev.plimsoll.gateway.compare;

/**
 * Ratio of two sums that are added up unit by unit, with its variance: units are independent of each other, while the
 * calls of one unit are not. Stores only sums and sums of squares.
 */
final class Ratio {

    private long units;
    private double what;
    private double each;
    private double whatSquared;
    private double product;
    private double eachSquared;

    void add(double numeratorPart, double denominatorPart) {
        units++;
        what += numeratorPart;
        each += denominatorPart;
        whatSquared += numeratorPart * numeratorPart;
        product += numeratorPart * denominatorPart;
        eachSquared += denominatorPart * denominatorPart;
    }

    long units() {
        return units;
    }

    /** Returns the ratio; 0 if the divisor is 0. */
    double value() {
        return each == 0 ? 0 : what / each;
    }

    /** Returns the variance of the ratio, by its Taylor series; infinite for fewer than two units. */
    double variance() {
        if (units < 2 || each == 0) {
            return Double.POSITIVE_INFINITY;
        }
        double ratio = value();
        double left = whatSquared - 2 * ratio * product + ratio * ratio * eachSquared;
        return Math.max(0, left) * units / (units - 1.0) / (each * each);
    }

    /**
     * Returns the variance of a share of cases, never below the value with one more case and one more non-case: even if
     * no unit, or every unit, was a case, that may be chance.
     */
    double varianceOfShare() {
        double share = (what + 1) / (each + 2);
        return Math.max(variance(), share * (1 - share) / (each + 2));
    }
}
