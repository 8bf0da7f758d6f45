package dev.plimsoll.gateway.compare;

/** Two-sided 5 % quantiles of Student's t-distribution. */
final class StudentDistribution {

    /** Quantiles for 1, 2 … degrees of freedom. */
    private static final double[] SMALL_QUANTILES = {
        12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131
    };

    private static final double NORMAL_QUANTILE = 1.959964;

    private StudentDistribution() {}

    /** @param degreesOfFreedom can be a fraction, as in Welch's method; small values are rounded down */
    static double quantile(double degreesOfFreedom) {
        if (degreesOfFreedom < SMALL_QUANTILES.length + 1) {
            return SMALL_QUANTILES[(int) Math.max(1, degreesOfFreedom) - 1];
        }
        // the first terms of Fisher's expansion around the normal quantile; the error is at most a thousandth
        double normalQuantile = NORMAL_QUANTILE;
        double firstTerm = (Math.pow(normalQuantile, 3) + normalQuantile) / 4;
        double secondTerm =
                (5 * Math.pow(normalQuantile, 5) + 16 * Math.pow(normalQuantile, 3) + 3 * normalQuantile) / 96;
        return normalQuantile + firstTerm / degreesOfFreedom + secondTerm / (degreesOfFreedom * degreesOfFreedom);
    }
}
