package io.verbena.sriov.vf.model;

import java.util.Map;

/**
 * What a tenant wants of the place of a VF.
 *
 * @param apartFrom labels; on no host that has another VF of the tenant with all of them. Empty: no such wish
 * @param bandwidthMbps what the VF is to find on its NIC's link when all others take theirs, 10^6 bit/s; 0: no such wish
 */
public record VfPlacement(Strategy strategy, Map<String, String> apartFrom, long bandwidthMbps) {
    /** Which of the NICs that can take it. */
    public enum Strategy {
        /** The one with the fewest. */
        SPREAD,
        /** The one with the most, so that others stay empty. */
        PACK
    }

    /** No wish. */
    public static final VfPlacement ANYWHERE = new VfPlacement(Strategy.SPREAD, Map.of(), 0);

    public VfPlacement {
        apartFrom = Map.copyOf(apartFrom);
    }
}
