package io.verbena.nic.verbs;

import io.verbena.nic.datapath.Nic;
import io.verbena.nic.datapath.NicConfig;
import io.verbena.nic.datapath.admin.AdminCommand;
import io.verbena.nic.datapath.admin.AdminCommand.ConfigureFunction;
import io.verbena.nic.datapath.admin.AdminResult;
import io.verbena.nic.datapath.admin.CommandTuple;
import io.verbena.nic.datapath.function.FunctionLimits;
import io.verbena.nic.datapath.function.FunctionSpec;
import io.verbena.nic.datapath.function.NicLimits;
import io.verbena.nic.datapath.observe.Counter;
import io.verbena.nic.datapath.observe.CounterSnapshot;
import io.verbena.nic.datapath.observe.NicEvent;
import io.verbena.nic.datapath.wire.Gid;
import io.verbena.nic.datapath.wire.ReceivedTrain;
import io.verbena.nic.datapath.wire.ReceivedTrain.Identification;
import io.verbena.nic.datapath.wire.TransmitBatch;
import io.verbena.nic.datapath.wire.TransmitTrain;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/** NICs on a wire of fixed delay with a virtual clock that jumps to the next thing that happens. */
final class TestWire {
    static final long DELAY_NS = 10_000;
    private static final long LIMIT_NS = 60_000_000_000L;
    private static final MemorySegment EVERYTHING = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
    private static final FunctionLimits LIMITS = new FunctionLimits(64, 64, 64, 64, 1L << 40);

    private record Flight(long arrivalNs, List<TestPacket> packets) {}

    /** A NIC on the wire; it is its own command channel, as everything happens on one thread. */
    final class Host implements CommandChannel {
        final UUID bootId = new UUID(7, hosts.size());
        final Nic nic;
        private final TransmitBatch batch = new TransmitBatch(8, Arena.ofAuto());
        private final List<Gid> addresses = new ArrayList<>();
        private long generation;

        private Host(NicConfig config) {
            nic = new Nic(new NicConfig(
                    config.name(),
                    bootId,
                    config.seed(),
                    config.functionCount(),
                    config.activeMtu(),
                    config.receiveBufferBytes(),
                    config.maxPacketsPerTrain(),
                    config.limits()));
        }

        UUID addFunction(String address) {
            return addFunction(address, LIMITS);
        }

        UUID addFunction(String address, FunctionLimits limits) {
            int index = addresses.size();
            UUID uid = new UUID(hosts.indexOf(this), index + 1);
            Gid gid = Gid.parse(address);
            addresses.add(gid);
            CommandTuple tuple = new CommandTuple(bootId, 0, index, uid, 1, ++generation, "digest");
            AdminResult result =
                    execute(new ConfigureFunction(tuple, new FunctionSpec("blue", "blue-" + index, gid, limits)));
            if (!(result instanceof AdminResult.FunctionApplied)) {
                throw new AssertionError(result.toString());
            }
            return uid;
        }

        @Override
        public AdminResult execute(AdminCommand command) {
            return nic.execute(command, nowNs);
        }

        @Override
        public void wake() {}

        CounterSnapshot counters() {
            return read().functions().get(0).counters();
        }

        long count(Counter counter) {
            return counters().count(counter);
        }

        AdminResult.CountersRead read() {
            return (AdminResult.CountersRead) execute(new AdminCommand.ReadCounters());
        }

        List<NicEvent> events() {
            List<NicEvent> events = new ArrayList<>();
            for (NicEvent event = nic.pollEvent(); event != null; event = nic.pollEvent()) {
                events.add(event);
            }
            return events;
        }
    }

    private final List<Host> hosts = new ArrayList<>();
    private final ArrayDeque<Flight> flights = new ArrayDeque<>();
    /** Every packet that was sent, dropped ones too. */
    final List<TestPacket> sent = new ArrayList<>();

    private final ReceivedTrain received = new ReceivedTrain();
    private final MemorySegment buffer = Arena.ofAuto().allocate(1 << 17);
    private Predicate<TestPacket> drop = packet -> false;
    private Predicate<TestPacket> twice = packet -> false;
    private boolean record = true;
    private Runnable meanwhile = () -> {};
    long nowNs = 1_000_000_000L;

    Host host() {
        return host(NicConfig.of("nic-" + hosts.size(), new UUID(0, 0), 42 + hosts.size()));
    }

    Host host(int mtu, int receiveBufferBytes) {
        return host(new NicConfig(
                "nic-" + hosts.size(),
                new UUID(0, 0),
                42 + hosts.size(),
                16,
                mtu,
                receiveBufferBytes,
                TransmitTrain.MAX_PACKETS,
                NicLimits.defaults()));
    }

    Host host(NicConfig config) {
        Host host = new Host(config);
        hosts.add(host);
        return host;
    }

    void drop(Predicate<TestPacket> packets) {
        drop = packets;
    }

    /** Drops only the first packet that matches. */
    void dropOnce(Predicate<TestPacket> packets) {
        dropTimes(1, packets);
    }

    void dropTimes(int times, Predicate<TestPacket> packets) {
        int[] left = {times};
        drop = packet -> left[0] > 0 && packets.test(packet) && left[0]-- > 0;
    }

    void duplicate(Predicate<TestPacket> packets) {
        twice = packets;
    }

    /** Does something each time that trains are made and not yet sent, as an application may at any time. */
    void whileSending(Runnable action) {
        meanwhile = action;
    }

    void recordNothing() {
        record = false;
    }

    /** Puts packets of the test's own on the wire, as they are, in one train if their sizes allow it. */
    void inject(TestPacket... packets) {
        flights.addFirst(new Flight(nowNs, List.of(packets)));
    }

    void run() {
        runUntil(() -> false);
    }

    /** Runs until the condition holds, or nothing is left to happen; fails after a minute of the virtual clock. */
    void runUntil(BooleanSupplier condition) {
        long endNs = nowNs + LIMIT_NS;
        while (!condition.getAsBoolean()) {
            if (step()) {
                continue;
            }
            long nextNs = flights.isEmpty() ? Long.MAX_VALUE : flights.peek().arrivalNs;
            for (Host host : hosts) {
                nextNs = Math.min(nextNs, host.nic.nextDeadlineNs());
            }
            if (nextNs == Long.MAX_VALUE) {
                return;
            }
            nowNs = Math.max(nowNs, nextNs);
            if (nowNs > endNs) {
                throw new AssertionError("not at rest after " + LIMIT_NS + " ns");
            }
        }
    }

    private boolean step() {
        boolean worked = false;
        for (Host host : hosts) {
            worked |= host.nic.onDoorbells(nowNs) > 0;
            host.nic.onTime(nowNs);
            worked |= transmit(host);
        }
        while (!flights.isEmpty() && flights.peek().arrivalNs <= nowNs) {
            deliver(flights.poll().packets);
            worked = true;
        }
        return worked;
    }

    private boolean transmit(Host host) {
        int trains = host.nic.pollTransmit(host.batch, nowNs);
        meanwhile.run();
        for (int i = 0; i < trains; i++) {
            TransmitTrain train = host.batch.train(i);
            List<TestPacket> packets = new ArrayList<>();
            for (int p = 0; p < train.count(); p++) {
                int bytes = train.copyPacket(p, EVERYTHING, buffer, 0);
                TestPacket packet = new TestPacket(
                        train.source(),
                        train.destination(),
                        buffer.asSlice(0, bytes).toArray(ValueLayout.JAVA_BYTE));
                if (record) {
                    sent.add(packet);
                }
                if (!drop.test(packet)) {
                    packets.add(packet);
                    if (twice.test(packet)) {
                        packets.add(packet);
                    }
                }
            }
            if (!packets.isEmpty()) {
                flights.add(new Flight(nowNs + DELAY_NS, packets));
            }
        }
        return trains > 0;
    }

    /** Delivers in trains, as a receive offload would: sizes s, s, ..., at most s. */
    private void deliver(List<TestPacket> packets) {
        int from = 0;
        while (from < packets.size()) {
            int segmentBytes = packets.get(from).bytes().length;
            int to = from;
            int length = 0;
            boolean more = true;
            while (more && to < packets.size() && packets.get(to).bytes().length <= segmentBytes) {
                byte[] bytes = packets.get(to).bytes();
                MemorySegment.copy(bytes, 0, buffer, ValueLayout.JAVA_BYTE, length, bytes.length);
                length += bytes.length;
                more = bytes.length == segmentBytes;
                to++;
            }
            deliverTrain(packets.get(from), length, segmentBytes);
            from = to;
        }
    }

    private void deliverTrain(TestPacket first, int length, int segmentBytes) {
        received.setBytes(buffer, buffer.asByteBuffer(), 0, length, segmentBytes);
        received.setPath(
                first.destination().high(),
                first.destination().low(),
                first.source().high(),
                first.source().low(),
                4791);
        received.setIpFields(0, 64);
        received.setIdentification(first.source().isIpv4() ? Identification.EXACT : Identification.NONE, 0, 0);
        for (Host host : hosts) {
            if (host.addresses.contains(first.destination())) {
                host.nic.onTrain(received, nowNs);
            }
        }
    }
}
