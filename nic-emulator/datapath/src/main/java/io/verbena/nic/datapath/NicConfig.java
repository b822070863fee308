package io.verbena.nic.datapath;

import io.verbena.nic.datapath.function.NicLimits;
import io.verbena.nic.datapath.wire.TransmitTrain;
import java.util.UUID;

/**
 * What a NIC is made with. Nothing in it changes later.
 *
 * @param bootId drawn anew at each start by the shell; names this incarnation in every fenced command
 * @param seed of keys and QP numbers; the same seed and inputs give the same outputs
 * @param functionCount slots of the one physical function
 * @param activeMtu RoCE path MTU that fits the link, bytes: 256, 512, 1024, 2048 or 4096
 * @param receiveBufferBytes what each address's receive queue holds; windows derive from it
 * @param maxPacketsPerTrain the port's limit, 1 to {@link TransmitTrain#MAX_PACKETS}
 */
public record NicConfig(
        String name,
        UUID bootId,
        long seed,
        int functionCount,
        int activeMtu,
        int receiveBufferBytes,
        int maxPacketsPerTrain,
        NicLimits limits) {
    /** Slots that the tables of the scheduler are made for. */
    public static final int MAX_FUNCTIONS = 1024;

    /** @throws IllegalArgumentException when a value is outside its range */
    public NicConfig {
        if (functionCount < 1 || functionCount > MAX_FUNCTIONS) {
            throw new IllegalArgumentException("functionCount is 1 to " + MAX_FUNCTIONS + ", not " + functionCount);
        }
        if (activeMtu < 256 || activeMtu > 4096 || Integer.bitCount(activeMtu) != 1) {
            throw new IllegalArgumentException("activeMtu is 256, 512, 1024, 2048 or 4096, not " + activeMtu);
        }
        if (receiveBufferBytes < 4096) {
            throw new IllegalArgumentException("receiveBufferBytes is at least 4096, not " + receiveBufferBytes);
        }
        if (maxPacketsPerTrain < 1 || maxPacketsPerTrain > TransmitTrain.MAX_PACKETS) {
            throw new IllegalArgumentException("maxPacketsPerTrain is 1 to " + TransmitTrain.MAX_PACKETS);
        }
    }

    /** Sixteen functions at MTU 4096 over a port that takes full trains; the buffer of an untuned Linux. */
    public static NicConfig of(String name, UUID bootId, long seed) {
        return new NicConfig(name, bootId, seed, 16, 4096, 212_992, TransmitTrain.MAX_PACKETS, NicLimits.defaults());
    }
}
