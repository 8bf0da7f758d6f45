package dev.plimsoll.gateway.compare;

/** How far from its mean a value of Student's distribution is with a probability of 5 %, on either side together. */
final class StudentDistribution {

    /** For 1, 2 … degrees of freedom. */
    private static final double[] FEW = {
        12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131
    };

    private static final double NORMAL = 1.959964;

    private StudentDistribution() {}

    /** @param freedom degrees of freedom, in fractions as Welch has them; rounded down where there are few */
    static double quantile(double freedom) {
        if (freedom < FEW.length + 1) {
            return FEW[(int) Math.max(1, freedom) - 1];
        }
        // the beginning of Fisher's expansion, to a thousandth
        double z = NORMAL;
        double first = (Math.pow(z, 3) + z) / 4;
        double second = (5 * Math.pow(z, 5) + 16 * Math.pow(z, 3) + 3 * z) / 96;
        return z + first / freedom + second / (freedom * freedom);
    }
}
