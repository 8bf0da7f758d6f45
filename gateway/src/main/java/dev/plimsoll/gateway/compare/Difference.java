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
        double one = variance(metric, inProtected);
        double other = variance(metric, inControl);
        double both = one + other;
        double freedom = both == 0
                ? Double.POSITIVE_INFINITY
                : both * both / (one * one / (inProtected.units() - 1) + other * other / (inControl.units() - 1));
        double margin = both == 0 ? 0 : StudentDistribution.quantile(freedom) * Math.sqrt(both);
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
    public boolean sure() {
        return low > 0 || high < 0;
    }
}
