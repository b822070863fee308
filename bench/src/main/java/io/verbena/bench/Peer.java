package io.verbena.bench;

import io.verbena.nic.datapath.admin.AdminCommand;
import io.verbena.nic.datapath.admin.AdminResult;
import io.verbena.nic.datapath.admin.CommandTuple;
import io.verbena.nic.datapath.function.FunctionLimits;
import io.verbena.nic.datapath.function.FunctionSpec;
import io.verbena.nic.datapath.observe.Counter;
import io.verbena.nic.datapath.qp.AddressHandle;
import io.verbena.nic.datapath.qp.QpAttributes;
import io.verbena.nic.datapath.qp.QpCapabilities;
import io.verbena.nic.datapath.wire.Gid;
import io.verbena.nic.device.NicDevice;
import io.verbena.nic.device.NicProperties;
import io.verbena.nic.verbs.Access;
import io.verbena.nic.verbs.CompletionQueue;
import io.verbena.nic.verbs.Context;
import io.verbena.nic.verbs.MemoryRegion;
import io.verbena.nic.verbs.ProtectionDomain;
import io.verbena.nic.verbs.QpInitAttr;
import io.verbena.nic.verbs.QueuePair;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * One of the two processes: a NIC with one function and a raw UDP socket beside it. It reads a command a line and answers
 * with a line; the first word says which.
 */
public final class Peer implements AutoCloseable {
    /** 268 ms: a process that does not get a core for a while has lost nothing. */
    private static final int ACK_TIMEOUT_CODE = 16;

    private static final int RETRIES = 7;
    private static final int MIN_RNR_TIMER_CODE = 1;
    private static final int COMPLETIONS = 4096;
    private static final long SILENCE_NS = TimeUnit.MILLISECONDS.toNanos(30);
    private static final long RECEIVE_LIMIT_NS = TimeUnit.SECONDS.toNanos(10);

    private final Gid address;
    private final NicDevice nic;
    private final Context context;
    private final CompletionQueue queue;
    private final ProtectionDomain pd;
    private final MemoryRegion memory;
    private final RawUdp raw;
    private final List<QueuePair> queuePairs = new ArrayList<>();
    private Gid other = Gid.ofIpv4(0);
    private long otherMemory;
    private int otherKey;

    private Peer(String name, Gid address, int queuePairCount, int mrBytes) throws IOException {
        this.address = address;
        nic = NicDevice.start(NicProperties.local(name, 1));
        UUID vf = UUID.randomUUID();
        FunctionLimits limits = new FunctionLimits(queuePairCount, 1, 1, 1, mrBytes);
        AdminResult configured = nic.execute(new AdminCommand.ConfigureFunction(
                new CommandTuple(nic.identity().bootId(), 0, 0, vf, 1, 1, "0".repeat(64)),
                new FunctionSpec("bench", name, address, limits)));
        if (!(configured instanceof AdminResult.FunctionApplied)) {
            throw new IOException("the function cannot be configured: " + configured);
        }
        context = Context.open(nic.channel(), vf);
        pd = context.allocPd();
        queue = context.createCq(COMPLETIONS);
        memory = pd.regMr(context.memory().allocate(mrBytes, 4096), Access.LOCAL_WRITE, Access.REMOTE_WRITE);
        QpCapabilities capabilities = new QpCapabilities(128, 1, 1, 1, 0);
        for (int i = 0; i < queuePairCount; i++) {
            queuePairs.add(pd.createQp(new QpInitAttr(queue, queue, capabilities, false)));
        }
        raw = new RawUdp(address);
    }

    /** {@code Peer NAME ADDRESS QUEUE_PAIRS MR_BYTES}; commands on standard input. */
    public static void main(String[] arguments) throws IOException {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (Peer peer = new Peer(
                arguments[0],
                Gid.parse(arguments[1]),
                Integer.parseInt(arguments[2]),
                Integer.parseInt(arguments[3]))) {
            out.println(peer.opened());
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                out.println(peer.answer(line.split(" "), out));
            }
        }
    }

    /** What the other one needs: {@code opened ADDRESS MEMORY RKEY QPN...}. */
    private String opened() {
        StringBuilder line = new StringBuilder("opened " + address + " " + memory.addr() + " " + memory.rkey());
        queuePairs.forEach(each -> line.append(' ').append(each.qpNum()));
        return line.toString();
    }

    private String answer(String[] words, PrintStream out) {
        return switch (words[0]) {
            case "connect" -> connect(words);
            case "write" -> write(words);
            case "rawreceive" -> {
                out.println("ready");
                RawUdp.Moved moved = raw.receive(SILENCE_NS, RECEIVE_LIMIT_NS);
                yield "moved " + moved.bytes() + " " + moved.ns();
            }
            case "rawsend" -> {
                RawUdp.Moved moved = raw.send(other, TimeUnit.MILLISECONDS.toNanos(Long.parseLong(words[1])));
                yield "moved " + moved.bytes() + " " + moved.ns();
            }
            case "retransmits" -> "retransmits " + retransmits();
            default -> throw new IllegalArgumentException("no such command: " + words[0]);
        };
    }

    /** Takes the other's {@code opened} line. */
    private String connect(String[] words) {
        other = Gid.parse(words[1]);
        otherMemory = Long.parseLong(words[2]);
        otherKey = Integer.parseInt(words[3]);
        for (int i = 0; i < queuePairs.size(); i++) {
            QueuePair each = queuePairs.get(i);
            each.modifyToInit(Access.REMOTE_WRITE);
            each.modifyToRtr(QpAttributes.rtr(
                    new AddressHandle(other, 0),
                    context.activeMtu(),
                    Integer.parseInt(words[4 + i]),
                    0,
                    1,
                    MIN_RNR_TIMER_CODE));
            each.modifyToRts(QpAttributes.rts(0, 1, RETRIES, RETRIES, ACK_TIMEOUT_CODE));
        }
        return "connected";
    }

    /** {@code write BYTES QUEUE_PAIRS OUTSTANDING WINDOW_MS}. */
    private String write(String[] words) {
        int bytes = Integer.parseInt(words[1]);
        var load = new WriteLoad(context, queue, memory, otherMemory, otherKey);
        WriteLoad.Completed completed = load.run(
                queuePairs.subList(0, Integer.parseInt(words[2])),
                bytes,
                Integer.parseInt(words[3]),
                TimeUnit.MILLISECONDS.toNanos(Long.parseLong(words[4])));
        return "completed " + completed.messages() + " " + completed.ns();
    }

    private long retransmits() {
        return nic.execute(new AdminCommand.ReadCounters()) instanceof AdminResult.CountersRead read
                ? read.functions().getFirst().counters().count(Counter.RETRANSMIT_PACKETS)
                : 0;
    }

    @Override
    public void close() {
        raw.close();
        nic.close();
    }
}
