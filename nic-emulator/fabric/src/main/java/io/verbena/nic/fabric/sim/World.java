package io.verbena.nic.fabric.sim;

import io.verbena.nic.datapath.NicConfig;
import io.verbena.nic.datapath.function.FunctionStatus;
import io.verbena.nic.datapath.function.NicLimits;
import io.verbena.nic.datapath.observe.Counter;
import io.verbena.nic.datapath.qp.QpState;
import io.verbena.nic.datapath.wire.Bth;
import io.verbena.nic.datapath.wire.Gid;
import io.verbena.nic.fabric.sim.invariant.Invariant;
import io.verbena.nic.fabric.sim.invariant.InvariantViolation;
import io.verbena.nic.fabric.sim.invariant.Observation;
import io.verbena.nic.fabric.sim.invariant.Traffic;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;

/**
 * NICs, the links between them and the host programs on them, all out of one seed. A run works off the plan under faults,
 * heals the links near its end, and comes to rest; the invariants are asked after each event.
 */
public final class World implements Observation {
    /** A run of the usual size takes some thousands. */
    public static final int MAX_EVENTS = 500_000;

    private static final int ACTIVE_MTU = 1024;
    private static final long MAX_START_NS = 100_000;
    /** Links heal when so much of the plan is done: what is left shows that the rest drains. */
    private static final double FAULTY_SHARE = 0.9;

    private final long seed;
    private final Facts facts;
    private final WorldPlan plan;
    private final SimClock clock = new SimClock();
    private final EventScheduler events = new EventScheduler(clock);
    private final FaultTally tally = new FaultTally();
    private final List<SimNic> nics = new ArrayList<>();
    private final Map<Gid, SimFunction> functions = new HashMap<>();
    private final List<Link> links = new ArrayList<>();
    private final Map<Long, Link> linkOfNics = new HashMap<>();
    private final List<Endpoint> endpoints = new ArrayList<>();
    private final Map<String, MemorySegment> forbidden = new LinkedHashMap<>();
    private boolean healed;

    /**
     * What a run was like.
     *
     * @param packets sent by all NICs
     */
    public record Report(long seed, long packets, long events, long simulatedNs, FaultTally faults) {}

    /** Two NICs. */
    public World(long seed, List<Invariant> invariants) {
        this(seed, 2, invariants);
    }

    public World(long seed, int nicCount, List<Invariant> invariants) {
        this.seed = seed;
        this.facts = new Facts(invariants);
        SplittableRandom random = new SplittableRandom(seed);
        plan = WorldPlan.drawn(random.split(), nicCount);
        makeNics(random.split());
        makeLinks(random.split());
        connect(random.split());
    }

    private void makeNics(SplittableRandom random) {
        for (int nic = 0; nic < plan.nicCount(); nic++) {
            NicConfig config = new NicConfig(
                    "nic" + nic,
                    new UUID(seed, nic),
                    random.nextLong(),
                    plan.functionsPerNic(),
                    ACTIVE_MTU,
                    plan.receiveBufferBytes(),
                    plan.maxPacketsPerTrain(),
                    NicLimits.defaults());
            int index = nic;
            nics.add(new SimNic(nic, config, clock, train -> onWire(index, train)));
            for (int function = 0; function < plan.functionsPerNic(); function++) {
                Gid address = plan.address(nic, function);
                functions.put(
                        address,
                        new SimFunction(
                                nics.get(nic),
                                function,
                                address,
                                SimFunction.limits(plan.queuePairs(nic, function), plan.landingBytes(nic, function))));
            }
        }
    }

    private void makeLinks(SplittableRandom random) {
        for (int from = 0; from < nics.size(); from++) {
            for (int to = 0; to < nics.size(); to++) {
                SimNic receiver = nics.get(to);
                Link link = new Link(
                        clock, events, plan.faults(), random.split(), tally, train -> onArrival(receiver, train));
                links.add(link);
                linkOfNics.put(linkKey(from, to), link);
            }
        }
    }

    private static long linkKey(int from, int to) {
        return (long) from << 32 | to;
    }

    private void connect(SplittableRandom random) {
        for (WorldPlan.Pair pair : plan.pairs()) {
            Endpoint left = endpoint(pair.left(), pair.right(), pair.connection());
            Endpoint right = endpoint(pair.right(), pair.left(), pair.connection());
            int[] psns = pair.connection().psns();
            left.connect(right, psns[0], psns[1]);
            right.connect(left, psns[1], psns[0]);
            start(left, random);
            start(right, random);
        }
        functions.values().forEach(function -> {
            function.overreach();
            forbidden.put("the decoy of " + function.address(), function.decoy().memory());
        });
    }

    private Endpoint endpoint(WorldPlan.Side side, WorldPlan.Side other, ConnectionPlan connection) {
        SimFunction function = function(plan.address(side.nic(), side.function()));
        Endpoint endpoint = new Endpoint(facts, events, function, connection, side.operations(), other.operations());
        endpoints.add(endpoint);
        forbidden.put(
                "the ground before the area of " + endpoint.id(),
                endpoint.area().guardBefore());
        forbidden.put(
                "the ground behind the area of " + endpoint.id(),
                endpoint.area().guardBehind());
        return endpoint;
    }

    private void start(Endpoint endpoint, SplittableRandom random) {
        events.after(random.nextLong(MAX_START_NS), endpoint::postReceives);
        events.after(random.nextLong(MAX_START_NS), endpoint::post);
    }

    private SimFunction function(Gid address) {
        SimFunction function = functions.get(address);
        if (function == null) {
            throw new IllegalStateException("no function has the address " + address);
        }
        return function;
    }

    /**
     * Runs to the end.
     *
     * @throws InvariantViolation when a rule breaks; the seed tells the rest
     */
    public Report run() {
        long count = 0;
        settle();
        while (events.runNext()) {
            settle();
            if (++count == MAX_EVENTS) {
                throw new InvariantViolation(World.class, "no rest after " + count + " events");
            }
        }
        facts.invariants().forEach(invariant -> invariant.onQuiet(this));
        for (Endpoint endpoint : endpoints) {
            if (!endpoint.isDone()) {
                throw new InvariantViolation(World.class, endpoint.id() + " stopped after " + endpoint.retired());
            }
        }
        long packets = nics.stream().mapToLong(SimNic::sentPackets).sum();
        return new Report(seed, packets, count, clock.nowNs(), tally);
    }

    /** What all NICs together have counted so far. */
    public long counted(Counter counter) {
        return nics.stream().mapToLong(nic -> nic.counted(counter)).sum();
    }

    /** Lets the NICs work and the hosts look, then asks the invariants. */
    private void settle() {
        for (SimNic nic : nics) {
            nic.turn();
            nic.pollCompletions();
            nic.arm(events);
        }
        facts.invariants().forEach(invariant -> invariant.onEvent(this));
        if (!healed && doneShare() >= FAULTY_SHARE) {
            healed = true;
            links.forEach(Link::heal);
        }
    }

    private double doneShare() {
        int done = 0;
        int planned = 0;
        for (Endpoint endpoint : endpoints) {
            done += endpoint.retired();
            planned += endpoint.planned();
        }
        return (double) done / planned;
    }

    private void onWire(int from, SimTrain train) {
        SimFunction receiver = function(train.destination());
        for (int packet = 0; packet < train.count(); packet++) {
            Endpoint endpoint = endpoint(receiver, train, packet);
            facts.onSent(endpoint.peer().id(), PacketFacts.of(train, packet, endpoint.mtu()));
        }
        Link link = linkOfNics.get(linkKey(from, receiver.nic().index()));
        if (link == null) {
            throw new IllegalStateException("no link to " + train.destination());
        }
        link.send(train);
    }

    private void onArrival(SimNic nic, SimTrain train) {
        if (!train.damaged()) {
            SimFunction receiver = function(train.destination());
            for (int packet = 0; packet < train.count(); packet++) {
                Endpoint endpoint = endpoint(receiver, train, packet);
                facts.onDelivered(endpoint.id(), PacketFacts.of(train, packet, endpoint.mtu()));
            }
        }
        nic.onArrival(train);
    }

    private static Endpoint endpoint(SimFunction receiver, SimTrain train, int packet) {
        MemorySegment bytes = MemorySegment.ofArray(train.bytes());
        return receiver.endpoint(Bth.destinationQpn(bytes, train.packetOffset(packet)));
    }

    @Override
    public List<FunctionStatus> functions() {
        List<FunctionStatus> all = new ArrayList<>();
        nics.forEach(nic -> all.addAll(nic.status()));
        return all;
    }

    @Override
    public Map<String, MemorySegment> forbidden() {
        return forbidden;
    }

    @Override
    public Map<QpId, QpState> queuePairs() {
        Map<QpId, QpState> states = new HashMap<>();
        endpoints.forEach(endpoint -> states.put(endpoint.id(), endpoint.state()));
        return states;
    }

    @Override
    public List<Traffic> traffic() {
        return nics.stream().map(SimNic::traffic).toList();
    }
}
