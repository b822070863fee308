package io.verbena.tenant.quota.model;

/** What a step does to the two columns of each line: how many times the amount is added. */
public enum Charge {
    NONE(0, 0),
    RESERVE(1, 0),
    COMMIT(-1, 1),
    GIVE_BACK_RESERVED(-1, 0),
    GIVE_BACK_USED(0, -1);

    private final int reservedTimes;
    private final int usedTimes;

    Charge(int reservedTimes, int usedTimes) {
        this.reservedTimes = reservedTimes;
        this.usedTimes = usedTimes;
    }

    public int reservedTimes() {
        return reservedTimes;
    }

    public int usedTimes() {
        return usedTimes;
    }
}
