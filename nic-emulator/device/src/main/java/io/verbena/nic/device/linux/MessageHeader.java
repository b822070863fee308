package io.verbena.nic.device.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * {@code struct msghdr} with an address and control messages, for {@code sendmsg} and {@code recvmsg}; used again for each call.
 *
 * <p>Layout of 64-bit Linux: name 0, name length 8, iovec 16, iovec count 24, control 32, control length 40, flags 48. A
 * control message is length 0 (8 bytes), level 8, type 12, payload 16, and the next begins at a multiple of 8.
 */
public final class MessageHeader {
    private static final int HEADER_BYTES = 56;
    private static final int CONTROL_BYTES = 256;
    private static final int CONTROL_HEADER_BYTES = 16;
    private static final int MSG_TRUNC = 0x20;

    private final MemorySegment header = Arena.ofAuto().allocate(HEADER_BYTES, 8);
    private final MemorySegment control = Arena.ofAuto().allocate(CONTROL_BYTES, 8);
    private final SocketAddress address = new SocketAddress();
    private int controlBytes;

    public MessageHeader() {
        header.set(ValueLayout.JAVA_LONG, 0, address.memory().address());
        header.set(ValueLayout.JAVA_LONG, 32, control.address());
    }

    /** What the system call takes. */
    public MemorySegment memory() {
        return header;
    }

    /** The destination before a send, the source after a receive. */
    public SocketAddress address() {
        return address;
    }

    /** Begins a message to send: where to, and the pieces it is gathered from. */
    public void beginSend(long high, long low, int port, long iovecAddress, int iovecCount) {
        header.set(ValueLayout.JAVA_INT, 8, address.put(high, low, port));
        setPieces(iovecAddress, iovecCount);
        controlBytes = 0;
        header.set(ValueLayout.JAVA_LONG, 40, 0);
    }

    /** Begins a receive: what the kernel wrote last time is its to write again. */
    public void beginReceive(long iovecAddress, int iovecCount) {
        header.set(ValueLayout.JAVA_INT, 8, SocketAddress.MAX_BYTES);
        setPieces(iovecAddress, iovecCount);
        header.set(ValueLayout.JAVA_LONG, 40, CONTROL_BYTES);
        header.set(ValueLayout.JAVA_INT, 48, 0);
    }

    private void setPieces(long iovecAddress, int iovecCount) {
        header.set(ValueLayout.JAVA_LONG, 16, iovecAddress);
        header.set(ValueLayout.JAVA_LONG, 24, iovecCount);
    }

    /** UDP_SEGMENT: the kernel cuts the message into datagrams of that size. */
    public void addSegmentSize(int segmentBytes) {
        int at = beginControl(SocketOptions.SOL_UDP, SocketOptions.UDP_SEGMENT, Short.BYTES);
        control.set(ValueLayout.JAVA_SHORT, at, (short) segmentBytes);
    }

    /** DSCP and ECN of this message. */
    public void addTos(boolean ipv4, int tos) {
        int at = ipv4
                ? beginControl(SocketOptions.SOL_IP, SocketOptions.IP_TOS, Integer.BYTES)
                : beginControl(SocketOptions.SOL_IPV6, SocketOptions.IPV6_TCLASS, Integer.BYTES);
        control.set(ValueLayout.JAVA_INT, at, tos);
    }

    private int beginControl(int level, int type, int payloadBytes) {
        int at = controlBytes;
        control.set(ValueLayout.JAVA_LONG, at, CONTROL_HEADER_BYTES + payloadBytes);
        control.set(ValueLayout.JAVA_INT, at + 8, level);
        control.set(ValueLayout.JAVA_INT, at + 12, type);
        controlBytes += CONTROL_HEADER_BYTES + 8;
        header.set(ValueLayout.JAVA_LONG, 40, controlBytes);
        return at + CONTROL_HEADER_BYTES;
    }

    /** Whether the received message was longer than the pieces. */
    public boolean truncated() {
        return (header.get(ValueLayout.JAVA_INT, 48) & MSG_TRUNC) != 0;
    }

    /** Offset of the first control message of a received message, or -1. */
    public int firstControl() {
        return controlAt(0);
    }

    /** Offset of the next control message, or -1. */
    public int nextControl(int offset) {
        long bytes = control.get(ValueLayout.JAVA_LONG, offset);
        return bytes < CONTROL_HEADER_BYTES ? -1 : controlAt(offset + (int) ((bytes + 7) & ~7L));
    }

    private int controlAt(int offset) {
        return offset + CONTROL_HEADER_BYTES <= header.get(ValueLayout.JAVA_LONG, 40) ? offset : -1;
    }

    public int controlLevel(int offset) {
        return control.get(ValueLayout.JAVA_INT, offset + 8);
    }

    public int controlType(int offset) {
        return control.get(ValueLayout.JAVA_INT, offset + 12);
    }

    public int controlInt(int offset) {
        return control.get(ValueLayout.JAVA_INT, offset + CONTROL_HEADER_BYTES);
    }

    public int controlByte(int offset) {
        return Byte.toUnsignedInt(control.get(ValueLayout.JAVA_BYTE, offset + CONTROL_HEADER_BYTES));
    }
}
