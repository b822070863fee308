package io.verbena.nic.datapath.wire;

import static io.verbena.nic.datapath.wire.Header.AETH;
import static io.verbena.nic.datapath.wire.Header.ATOMIC_ACK_ETH;
import static io.verbena.nic.datapath.wire.Header.ATOMIC_ETH;
import static io.verbena.nic.datapath.wire.Header.DETH;
import static io.verbena.nic.datapath.wire.Header.IETH;
import static io.verbena.nic.datapath.wire.Header.IMM_DT;
import static io.verbena.nic.datapath.wire.Header.RDETH;
import static io.verbena.nic.datapath.wire.Header.RETH;
import static io.verbena.nic.datapath.wire.OpCode.Operation.ACKNOWLEDGE;
import static io.verbena.nic.datapath.wire.OpCode.Operation.ATOMIC;
import static io.verbena.nic.datapath.wire.OpCode.Operation.ATOMIC_ACKNOWLEDGE;
import static io.verbena.nic.datapath.wire.OpCode.Operation.NOTIFY;
import static io.verbena.nic.datapath.wire.OpCode.Operation.READ_REQUEST;
import static io.verbena.nic.datapath.wire.OpCode.Operation.READ_RESPONSE;
import static io.verbena.nic.datapath.wire.OpCode.Operation.RESYNCHRONIZE;
import static io.verbena.nic.datapath.wire.OpCode.Operation.SEND;
import static io.verbena.nic.datapath.wire.OpCode.Operation.WRITE;
import static io.verbena.nic.datapath.wire.OpCode.Position.FIRST;
import static io.verbena.nic.datapath.wire.OpCode.Position.LAST;
import static io.verbena.nic.datapath.wire.OpCode.Position.MIDDLE;
import static io.verbena.nic.datapath.wire.OpCode.Position.ONLY;
import static io.verbena.nic.datapath.wire.PayloadRule.FULL;
import static io.verbena.nic.datapath.wire.PayloadRule.NONE;
import static io.verbena.nic.datapath.wire.PayloadRule.RESERVED;
import static io.verbena.nic.datapath.wire.PayloadRule.REST;
import static io.verbena.nic.datapath.wire.PayloadRule.WHOLE;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The opcode table (IBTA volume 1, table of BTH opcodes; annex A17): for each opcode its transport service, its place in
 * a message, the headers after the BTH and the rule for its payload. Parsers and builders ask this table and have no
 * opcode switch of their own for layout.
 */
public enum OpCode {
    RC_SEND_FIRST(0x00, "RC Send First", SEND, FIRST, FULL),
    RC_SEND_MIDDLE(0x01, "RC Send Middle", SEND, MIDDLE, FULL),
    RC_SEND_LAST(0x02, "RC Send Last", SEND, LAST, REST),
    RC_SEND_LAST_IMMEDIATE(0x03, "RC Send Last Immediate", SEND, LAST, REST, IMM_DT),
    RC_SEND_ONLY(0x04, "RC Send Only", SEND, ONLY, WHOLE),
    RC_SEND_ONLY_IMMEDIATE(0x05, "RC Send Only Immediate", SEND, ONLY, WHOLE, IMM_DT),
    RC_WRITE_FIRST(0x06, "RC RDMA Write First", WRITE, FIRST, FULL, RETH),
    RC_WRITE_MIDDLE(0x07, "RC RDMA Write Middle", WRITE, MIDDLE, FULL),
    RC_WRITE_LAST(0x08, "RC RDMA Write Last", WRITE, LAST, REST),
    RC_WRITE_LAST_IMMEDIATE(0x09, "RC RDMA Write Last Immediate", WRITE, LAST, REST, IMM_DT),
    RC_WRITE_ONLY(0x0a, "RC RDMA Write Only", WRITE, ONLY, WHOLE, RETH),
    RC_WRITE_ONLY_IMMEDIATE(0x0b, "RC RDMA Write Only Immediate", WRITE, ONLY, WHOLE, RETH, IMM_DT),
    RC_READ_REQUEST(0x0c, "RC RDMA Read Request", READ_REQUEST, ONLY, NONE, RETH),
    RC_READ_RESPONSE_FIRST(0x0d, "RC RDMA Read Response First", READ_RESPONSE, FIRST, FULL, AETH),
    RC_READ_RESPONSE_MIDDLE(0x0e, "RC RDMA Read Response Middle", READ_RESPONSE, MIDDLE, FULL),
    RC_READ_RESPONSE_LAST(0x0f, "RC RDMA Read Response Last", READ_RESPONSE, LAST, REST, AETH),
    RC_READ_RESPONSE_ONLY(0x10, "RC RDMA Read Response Only", READ_RESPONSE, ONLY, WHOLE, AETH),
    RC_ACKNOWLEDGE(0x11, "RC Acknowledge", ACKNOWLEDGE, ONLY, NONE, AETH),
    RC_ATOMIC_ACKNOWLEDGE(0x12, "RC Atomic Acknowledge", ATOMIC_ACKNOWLEDGE, ONLY, NONE, AETH, ATOMIC_ACK_ETH),
    RC_COMPARE_SWAP(0x13, "RC Compare Swap", ATOMIC, ONLY, NONE, ATOMIC_ETH),
    RC_FETCH_ADD(0x14, "RC Fetch Add", ATOMIC, ONLY, NONE, ATOMIC_ETH),
    RC_SEND_LAST_INVALIDATE(0x16, "RC Send Last Invalidate", SEND, LAST, REST, IETH),
    RC_SEND_ONLY_INVALIDATE(0x17, "RC Send Only Invalidate", SEND, ONLY, WHOLE, IETH),
    UC_SEND_FIRST(0x20, "UC Send First", SEND, FIRST, FULL),
    UC_SEND_MIDDLE(0x21, "UC Send Middle", SEND, MIDDLE, FULL),
    UC_SEND_LAST(0x22, "UC Send Last", SEND, LAST, REST),
    UC_SEND_LAST_IMMEDIATE(0x23, "UC Send Last Immediate", SEND, LAST, REST, IMM_DT),
    UC_SEND_ONLY(0x24, "UC Send Only", SEND, ONLY, WHOLE),
    UC_SEND_ONLY_IMMEDIATE(0x25, "UC Send Only Immediate", SEND, ONLY, WHOLE, IMM_DT),
    UC_WRITE_FIRST(0x26, "UC RDMA Write First", WRITE, FIRST, FULL, RETH),
    UC_WRITE_MIDDLE(0x27, "UC RDMA Write Middle", WRITE, MIDDLE, FULL),
    UC_WRITE_LAST(0x28, "UC RDMA Write Last", WRITE, LAST, REST),
    UC_WRITE_LAST_IMMEDIATE(0x29, "UC RDMA Write Last Immediate", WRITE, LAST, REST, IMM_DT),
    UC_WRITE_ONLY(0x2a, "UC RDMA Write Only", WRITE, ONLY, WHOLE, RETH),
    UC_WRITE_ONLY_IMMEDIATE(0x2b, "UC RDMA Write Only Immediate", WRITE, ONLY, WHOLE, RETH, IMM_DT),
    RD_SEND_FIRST(0x40, "RD Send First", SEND, FIRST, FULL, RDETH, DETH),
    RD_SEND_MIDDLE(0x41, "RD Send Middle", SEND, MIDDLE, FULL, RDETH, DETH),
    RD_SEND_LAST(0x42, "RD Send Last", SEND, LAST, REST, RDETH, DETH),
    RD_SEND_LAST_IMMEDIATE(0x43, "RD Send Last Immediate", SEND, LAST, REST, RDETH, DETH, IMM_DT),
    RD_SEND_ONLY(0x44, "RD Send Only", SEND, ONLY, WHOLE, RDETH, DETH),
    RD_SEND_ONLY_IMMEDIATE(0x45, "RD Send Only Immediate", SEND, ONLY, WHOLE, RDETH, DETH, IMM_DT),
    RD_WRITE_FIRST(0x46, "RD RDMA Write First", WRITE, FIRST, FULL, RDETH, DETH, RETH),
    RD_WRITE_MIDDLE(0x47, "RD RDMA Write Middle", WRITE, MIDDLE, FULL, RDETH, DETH),
    RD_WRITE_LAST(0x48, "RD RDMA Write Last", WRITE, LAST, REST, RDETH, DETH),
    RD_WRITE_LAST_IMMEDIATE(0x49, "RD RDMA Write Last Immediate", WRITE, LAST, REST, RDETH, DETH, IMM_DT),
    RD_WRITE_ONLY(0x4a, "RD RDMA Write Only", WRITE, ONLY, WHOLE, RDETH, DETH, RETH),
    RD_WRITE_ONLY_IMMEDIATE(0x4b, "RD RDMA Write Only Immediate", WRITE, ONLY, WHOLE, RDETH, DETH, RETH, IMM_DT),
    RD_READ_REQUEST(0x4c, "RD RDMA Read Request", READ_REQUEST, ONLY, NONE, RDETH, DETH, RETH),
    RD_READ_RESPONSE_FIRST(0x4d, "RD RDMA Read Response First", READ_RESPONSE, FIRST, FULL, RDETH, AETH),
    RD_READ_RESPONSE_MIDDLE(0x4e, "RD RDMA Read Response Middle", READ_RESPONSE, MIDDLE, FULL, RDETH),
    RD_READ_RESPONSE_LAST(0x4f, "RD RDMA Read Response Last", READ_RESPONSE, LAST, REST, RDETH, AETH),
    RD_READ_RESPONSE_ONLY(0x50, "RD RDMA Read Response Only", READ_RESPONSE, ONLY, WHOLE, RDETH, AETH),
    RD_ACKNOWLEDGE(0x51, "RD Acknowledge", ACKNOWLEDGE, ONLY, NONE, RDETH, AETH),
    RD_ATOMIC_ACKNOWLEDGE(0x52, "RD Atomic Acknowledge", ATOMIC_ACKNOWLEDGE, ONLY, NONE, RDETH, AETH, ATOMIC_ACK_ETH),
    RD_COMPARE_SWAP(0x53, "RD Compare Swap", ATOMIC, ONLY, NONE, RDETH, DETH, ATOMIC_ETH),
    RD_FETCH_ADD(0x54, "RD Fetch Add", ATOMIC, ONLY, NONE, RDETH, DETH, ATOMIC_ETH),
    RD_RESYNC(0x55, "RD RESYNC", RESYNCHRONIZE, ONLY, NONE, RDETH, DETH),
    UD_SEND_ONLY(0x64, "UD Send Only", SEND, ONLY, WHOLE, DETH),
    UD_SEND_ONLY_IMMEDIATE(0x65, "UD Send Only Immediate", SEND, ONLY, WHOLE, DETH, IMM_DT),
    /** Congestion notification (annex A17.9.2); the value is what NICs send. */
    CNP(0x81, "CNP", NOTIFY, ONLY, RESERVED);

    /** Transport services, told apart by bits 7 to 5. */
    public enum TransportService {
        RC,
        UC,
        RD,
        UD,
        CNP;

        private static TransportService of(int opCodeValue) {
            return values()[opCodeValue >>> 5];
        }
    }

    /** What the packet does; requests go to the responder, responses to the requester. */
    public enum Operation {
        SEND(true),
        WRITE(true),
        READ_REQUEST(true),
        READ_RESPONSE(false),
        ATOMIC(true),
        ATOMIC_ACKNOWLEDGE(false),
        ACKNOWLEDGE(false),
        RESYNCHRONIZE(true),
        NOTIFY(true);

        private final boolean request;

        Operation(boolean request) {
            this.request = request;
        }
    }

    /** Place in the message (or in the READ response). */
    public enum Position {
        FIRST(true, false),
        MIDDLE(false, false),
        LAST(false, true),
        ONLY(true, true);

        private final boolean start;
        private final boolean end;

        Position(boolean start, boolean end) {
            this.start = start;
            this.end = end;
        }
    }

    private static final @Nullable OpCode[] BY_VALUE = new OpCode[256];

    static {
        for (OpCode opCode : values()) {
            BY_VALUE[opCode.value] = opCode;
        }
    }

    private final int value;
    private final String wireName;
    private final TransportService service;
    private final Operation operation;
    private final Position position;
    private final PayloadRule payloadRule;
    private final int headerBytes;
    private final int[] headerOffsets = new int[Header.values().length];

    OpCode(
            int value,
            String wireName,
            Operation operation,
            Position position,
            PayloadRule payloadRule,
            Header... headers) {
        this.value = value;
        this.wireName = wireName;
        this.service = TransportService.of(value);
        this.operation = operation;
        this.position = position;
        this.payloadRule = payloadRule;
        Arrays.fill(headerOffsets, -1);
        int offset = Bth.BYTES;
        for (Header header : headers) {
            headerOffsets[header.ordinal()] = offset;
            offset += header.bytes();
        }
        this.headerBytes = offset;
    }

    /** The opcode of a BTH's first byte, or null when it is none. */
    public static @Nullable OpCode of(int value) {
        return BY_VALUE[value & 0xff];
    }

    /** The byte on the wire, 0 to 255. */
    public int value() {
        return value;
    }

    /** The name that Wireshark prints. */
    public String wireName() {
        return wireName;
    }

    public TransportService service() {
        return service;
    }

    public Operation operation() {
        return operation;
    }

    public boolean isRequest() {
        return operation.request;
    }

    public boolean isResponse() {
        return !operation.request;
    }

    /** Whether it starts a message or a READ response: FIRST or ONLY. */
    public boolean isStart() {
        return position.start;
    }

    /** Whether it ends a message or a READ response: LAST or ONLY. */
    public boolean isEnd() {
        return position.end;
    }

    public PayloadRule payloadRule() {
        return payloadRule;
    }

    public boolean hasPayload() {
        return payloadRule != PayloadRule.NONE;
    }

    public boolean hasImmediate() {
        return has(Header.IMM_DT);
    }

    public boolean has(Header header) {
        return headerOffsets[header.ordinal()] >= 0;
    }

    /** Bytes from the BTH to a header; -1 when the opcode has none such. */
    public int offsetOf(Header header) {
        return headerOffsets[header.ordinal()];
    }

    /** Bytes of the BTH and all headers after it, which is where the payload starts. */
    public int headerBytes() {
        return headerBytes;
    }
}
