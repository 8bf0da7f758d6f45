package dev.plimsoll.gateway.compare;

/**
 * How much more the protected arm has of something than the control arm; negative for less.
 *
 * @param low where the 95 % confidence interval of the difference begins
 * @param high where it ends
 */
public record Difference(Metric metric, double inProtected, double inControl, double low, double high) {

    /** After Welch: arms may differ in size and in spread. */
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

    /** Whether chance alone gives so large a difference less than once in twenty times. */
    public boolean sure() {
        return low > 0 || high < 0;
    }
}
