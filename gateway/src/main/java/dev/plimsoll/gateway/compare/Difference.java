package dev.plimsoll.gateway.compare;

/**
 * Difference of a metric between the protected and the control arm; negative if the protected arm has less.
 *
 * @param low lower end of the 95 % confidence interval of the difference
 * @param high upper end
 */
public record Difference(Metric metric, double inProtected, double inControl, double low, double high) {

    /** Computes the interval by Welch's method, because the arms may differ in size and variance. */
    static Difference of(Metric metric, Ratio inProtected, Ratio inControl) {
        double protectedVariance = variance(metric, inProtected);
        double controlVariance = variance(metric, inControl);
        double variance = protectedVariance + controlVariance;
        double degreesOfFreedom = variance == 0
                ? Double.POSITIVE_INFINITY
                : variance
                        * variance
                        / (protectedVariance * protectedVariance / (inProtected.units() - 1)
                                + controlVariance * controlVariance / (inControl.units() - 1));
        double margin = variance == 0 ? 0 : StudentDistribution.quantile(degreesOfFreedom) * Math.sqrt(variance);
        double difference = inProtected.value() - inControl.value();
        return new Difference(metric, inProtected.value(), inControl.value(), difference - margin, difference + margin);
    }

    private static double variance(Metric metric, Ratio ratio) {
        return metric == Metric.ERROR_RATE ? ratio.varianceOfShare() : ratio.variance();
    }

    public double value() {
        return inProtected - inControl;
    }

    /** Returns whether chance alone gives such a difference in fewer than 1 of 20 cases. */
    public boolean isSignificant() {
        return low > 0 || high < 0;
    }
}
