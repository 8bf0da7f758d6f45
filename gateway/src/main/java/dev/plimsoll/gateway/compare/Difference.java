package dev.plimsoll.gateway.compare;

/**
 * Difference of a metric between the protected and the control arm; negative if the protected arm has less.
 *
 * @param low lower end of the 95 % confidence interval of the difference
 * @param high upper end
 */
public record Difference(Metric metric, double protectedValue, double controlValue, double low, double high) {

    /** Computes the interval by Welch's method, because the arms may differ in size and variance. */
    static Difference of(Metric metric, Ratio protectedRatio, Ratio controlRatio) {
        double protectedVariance = variance(metric, protectedRatio);
        double controlVariance = variance(metric, controlRatio);
        double variance = protectedVariance + controlVariance;
        double degreesOfFreedom = variance == 0
                ? Double.POSITIVE_INFINITY
                : variance
                        * variance
                        / (protectedVariance * protectedVariance / (protectedRatio.units() - 1)
                                + controlVariance * controlVariance / (controlRatio.units() - 1));
        double margin = variance == 0 ? 0 : StudentDistribution.quantile(degreesOfFreedom) * Math.sqrt(variance);
        double difference = protectedRatio.value() - controlRatio.value();
        return new Difference(
                metric, protectedRatio.value(), controlRatio.value(), difference - margin, difference + margin);
    }

    private static double variance(Metric metric, Ratio ratio) {
        return metric == Metric.ERROR_RATE ? ratio.varianceOfShare() : ratio.variance();
    }

    public double value() {
        return protectedValue - controlValue;
    }

    /** Returns whether chance alone gives such a difference in fewer than 1 of 20 cases. */
    public boolean isSignificant() {
        return low > 0 || high < 0;
    }
}
