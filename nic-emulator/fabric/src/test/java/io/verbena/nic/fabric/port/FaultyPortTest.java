package io.verbena.nic.fabric.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.verbena.nic.datapath.wire.Gid;
import io.verbena.nic.datapath.wire.TransmitBatch;
import java.lang.foreign.Arena;
import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FaultyPortTest {
    private static final Gid A = Gid.parse("127.77.0.1");
    private static final Gid B = Gid.parse("127.77.0.2");
    private static final int TRAINS = 4;
    private static final int PACKETS = 10;

    private final RecordingPort wire = new RecordingPort();
    private final TransmitBatch batch = new TransmitBatch(TRAINS, Arena.ofAuto());

    @Test
    void withoutRatesEveryPacketPassesInItsTrain() {
        FaultyPort port = faulty(new FaultRates(0, 0, 0));
        send(port, 0);
        assertThat(wire.trains)
                .hasSize(TRAINS)
                .allSatisfy(train -> assertThat(train).hasSize(PACKETS));
        assertThat(wire.psns())
                .isEqualTo(IntStream.range(0, TRAINS * PACKETS).boxed().toList());
    }

    @Test
    void losesSinglePacketsNotTrains() {
        FaultyPort port = faulty(FaultRates.ofLoss(5));
        for (int round = 0; round < 250; round++) {
            send(port, round * TRAINS * PACKETS);
        }
        assertThat(port.lostPackets()).isBetween(400L, 600L);
        assertThat(wire.psns()).hasSize((int) (10_000 - port.lostPackets()));
        assertThat(wire.trains).hasSizeGreaterThan(950);
        assertThat(wire.psns()).isSorted();
    }

    @Test
    void losesWholeTrainsWhenAllIsLost() {
        FaultyPort port = faulty(FaultRates.ofLoss(100));
        send(port, 0);
        assertThat(wire.trains).isEmpty();
        assertThat(port.lostPackets()).isEqualTo(TRAINS * PACKETS);
    }

    @Test
    void duplicatesWithoutLosing() {
        FaultyPort port = faulty(new FaultRates(0, 30, 0));
        send(port, 0);
        assertThat(port.duplicatedPackets()).isPositive();
        assertThat(wire.psns()).hasSize(TRAINS * PACKETS + (int) port.duplicatedPackets());
        assertThat(new HashSet<>(wire.psns())).hasSize(TRAINS * PACKETS);
    }

    @Test
    void reordersWithinATrain() {
        FaultyPort port = faulty(new FaultRates(0, 0, 30));
        send(port, 0);
        assertThat(port.reorderedPackets()).isPositive();
        assertThat(wire.psns())
                .isNotEqualTo(IntStream.range(0, TRAINS * PACKETS).boxed().toList());
        assertThat(wire.psns().stream().sorted().toList())
                .isEqualTo(IntStream.range(0, TRAINS * PACKETS).boxed().toList());
    }

    @Test
    void theSameSeedGivesTheSameFaults() {
        FaultRates rates = new FaultRates(10, 10, 10);
        send(faulty(rates), 0);
        List<Integer> first = wire.psns();
        wire.trains.clear();
        send(faulty(rates), 0);
        assertThat(wire.psns()).isEqualTo(first);
    }

    @Test
    void countsOnlyTheTrainsThatWereTaken() {
        wire.trainsPerCall = 1;
        FaultyPort port = faulty(FaultRates.ofLoss(50));
        fill(0);
        int taken = port.send(batch, TRAINS);
        assertThat(taken).isEqualTo(1);
        assertThat(port.lostPackets() + wire.psns().size()).isEqualTo(PACKETS);
    }

    @Test
    void refusesRatesThatAreNoPercentage() {
        assertThatIllegalArgumentException().isThrownBy(() -> FaultRates.ofLoss(-1));
        assertThatIllegalArgumentException().isThrownBy(() -> FaultRates.ofLoss(101));
        assertThatIllegalArgumentException().isThrownBy(() -> FaultRates.ofLoss(Double.NaN));
    }

    private FaultyPort faulty(FaultRates rates) {
        return new FaultyPort(wire, rates, TRAINS, 42);
    }

    private void send(FaultyPort port, int firstPsn) {
        fill(firstPsn);
        assertThat(port.send(batch, TRAINS)).isEqualTo(TRAINS);
    }

    private void fill(int firstPsn) {
        for (int i = 0; i < TRAINS; i++) {
            Trains.fill(batch.train(i), A, B, firstPsn + i * PACKETS, PACKETS, 512);
        }
    }
}
