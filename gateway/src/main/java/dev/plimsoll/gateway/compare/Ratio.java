package dev.plimsoll.gateway.compare;

/**
 * Ratio of two sums, with its variance. The sums are added unit by unit (such as session by session), because
 * units are independent of each other, and the calls of one unit are not. Stores only sums, squares, and
 * products.
 */
final class Ratio {

    private long units;
    private double numerator;
    private double denominator;
    private double numeratorSquares;
    private double products;
    private double denominatorSquares;

    void add(double numeratorPart, double denominatorPart) {
        units++;
        numerator += numeratorPart;
        denominator += denominatorPart;
        numeratorSquares += numeratorPart * numeratorPart;
        products += numeratorPart * denominatorPart;
        denominatorSquares += denominatorPart * denominatorPart;
    }

    long units() {
        return units;
    }

    /** Returns the ratio; 0 if the denominator is 0. */
    double value() {
        return denominator == 0 ? 0 : numerator / denominator;
    }

    /**
     * Returns the variance of the ratio, by its Taylor series (the delta method); infinite for fewer than two units.
     */
    double variance() {
        if (units < 2 || denominator == 0) {
            return Double.POSITIVE_INFINITY;
        }
        double ratio = value();
        double residualSquares = numeratorSquares - 2 * ratio * products + ratio * ratio * denominatorSquares;
        return Math.max(0, residualSquares) * units / (units - 1.0) / (denominator * denominator);
    }

    /**
     * Returns the variance of a share, such as the share of calls with errors. It is never below the variance that
     * independent calls with one more error and one more success would have, because a share of exactly 0 or 1 may be
     * chance.
     */
    double varianceOfShare() {
        double share = (numerator + 1) / (denominator + 2);
        return Math.max(variance(), share * (1 - share) / (denominator + 2));
    }
}
