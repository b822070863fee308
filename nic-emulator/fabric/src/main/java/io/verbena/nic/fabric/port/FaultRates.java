package io.verbena.nic.fabric.port;

/**
 * How often a port harms a packet that it sends; each in per cent of the packets, decided one by one.
 *
 * @param lossPercent packets that vanish
 * @param duplicationPercent packets sent twice
 * @param reorderingPercent packets that change places with the next of their train
 */
public record FaultRates(double lossPercent, double duplicationPercent, double reorderingPercent) {
    /** @throws IllegalArgumentException when one is not 0 to 100 */
    public FaultRates {
        check("lossPercent", lossPercent);
        check("duplicationPercent", duplicationPercent);
        check("reorderingPercent", reorderingPercent);
    }

    public static FaultRates ofLoss(double lossPercent) {
        return new FaultRates(lossPercent, 0, 0);
    }

    private static void check(String name, double percent) {
        if (!(percent >= 0 && percent <= 100)) {
            throw new IllegalArgumentException(name + " is 0 to 100, not " + percent);
        }
    }
}
