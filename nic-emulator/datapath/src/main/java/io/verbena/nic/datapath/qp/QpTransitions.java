package io.verbena.nic.datapath.qp;

import io.verbena.nic.datapath.abi.AccessFlags;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The legal moves of an RC queue pair and the attributes each needs and takes (IBTA 11.2.5.2, {@code ibv_modify_qp(3)}). */
public final class QpTransitions {
    private enum Attribute {
        PKEY_INDEX,
        PORT,
        ACCESS_FLAGS,
        AV,
        PATH_MTU,
        DEST_QPN,
        RQ_PSN,
        MAX_DEST_RD_ATOMIC,
        MIN_RNR_TIMER,
        SQ_PSN,
        MAX_QP_RD_ATOMIC,
        RETRY_CNT,
        RNR_RETRY,
        TIMEOUT
    }

    private record Move(Set<Attribute> required, Set<Attribute> optional) {}

    private static final Map<QpState, Map<QpState, Move>> MOVES = moves();

    private QpTransitions() {}

    private static Map<QpState, Map<QpState, Move>> moves() {
        Map<QpState, Map<QpState, Move>> moves = new EnumMap<>(QpState.class);
        Move plain = new Move(Set.of(), Set.of());
        for (QpState from : QpState.values()) {
            moves.put(from, new EnumMap<>(Map.of(QpState.RESET, plain, QpState.ERR, plain)));
        }
        put(
                moves,
                QpState.RESET,
                QpState.INIT,
                EnumSet.of(Attribute.PKEY_INDEX, Attribute.PORT, Attribute.ACCESS_FLAGS),
                Set.of());
        put(
                moves,
                QpState.INIT,
                QpState.INIT,
                Set.of(),
                EnumSet.of(Attribute.PKEY_INDEX, Attribute.PORT, Attribute.ACCESS_FLAGS));
        put(
                moves,
                QpState.INIT,
                QpState.RTR,
                EnumSet.of(
                        Attribute.AV,
                        Attribute.PATH_MTU,
                        Attribute.DEST_QPN,
                        Attribute.RQ_PSN,
                        Attribute.MAX_DEST_RD_ATOMIC,
                        Attribute.MIN_RNR_TIMER),
                EnumSet.of(Attribute.ACCESS_FLAGS, Attribute.PKEY_INDEX));
        put(
                moves,
                QpState.RTR,
                QpState.RTS,
                EnumSet.of(
                        Attribute.SQ_PSN,
                        Attribute.MAX_QP_RD_ATOMIC,
                        Attribute.RETRY_CNT,
                        Attribute.RNR_RETRY,
                        Attribute.TIMEOUT),
                EnumSet.of(Attribute.ACCESS_FLAGS, Attribute.MIN_RNR_TIMER));
        put(moves, QpState.RTS, QpState.RTS, Set.of(), EnumSet.of(Attribute.ACCESS_FLAGS, Attribute.MIN_RNR_TIMER));
        return moves;
    }

    private static void put(
            Map<QpState, Map<QpState, Move>> moves,
            QpState from,
            QpState to,
            Set<Attribute> required,
            Set<Attribute> optional) {
        moves.computeIfAbsent(from, state -> new EnumMap<>(QpState.class)).put(to, new Move(required, optional));
    }

    /** What is wrong with a move, or null when it is legal and complete. Values are not looked at. */
    public static @Nullable String fault(QpState from, QpAttributes attributes) {
        QpState to = attributes.state() == null ? from : attributes.state();
        Map<QpState, Move> legal = MOVES.get(from);
        Move move = legal == null ? null : legal.get(to);
        if (move == null) {
            return "no move from " + from + " to " + to;
        }
        Set<Attribute> given = given(attributes);
        for (Attribute attribute : move.required) {
            if (!given.contains(attribute)) {
                return from + " to " + to + " needs " + attribute;
            }
        }
        for (Attribute attribute : given) {
            if (!move.required.contains(attribute) && !move.optional.contains(attribute)) {
                return from + " to " + to + " does not take " + attribute;
            }
        }
        return null;
    }

    private static Set<Attribute> given(QpAttributes a) {
        Set<Attribute> given = EnumSet.noneOf(Attribute.class);
        note(given, Attribute.PKEY_INDEX, a.pkeyIndex());
        note(given, Attribute.PORT, a.portNum());
        note(given, Attribute.ACCESS_FLAGS, a.accessFlags());
        note(given, Attribute.AV, a.addressHandle());
        note(given, Attribute.PATH_MTU, a.pathMtu());
        note(given, Attribute.DEST_QPN, a.destQpNum());
        note(given, Attribute.RQ_PSN, a.rqPsn());
        note(given, Attribute.MAX_DEST_RD_ATOMIC, a.maxDestRdAtomic());
        note(given, Attribute.MIN_RNR_TIMER, a.minRnrTimer());
        note(given, Attribute.SQ_PSN, a.sqPsn());
        note(given, Attribute.MAX_QP_RD_ATOMIC, a.maxRdAtomic());
        note(given, Attribute.RETRY_CNT, a.retryCnt());
        note(given, Attribute.RNR_RETRY, a.rnrRetry());
        note(given, Attribute.TIMEOUT, a.timeout());
        return given;
    }

    private static void note(Set<Attribute> given, Attribute attribute, @Nullable Object value) {
        if (value != null) {
            given.add(attribute);
        }
    }

    /** What is wrong with a value, or null. */
    public static @Nullable String valueFault(QpAttributes a, int activeMtu, int maxRdAtomic) {
        String fault = outside("pkeyIndex", a.pkeyIndex(), 0, 0);
        fault = fault != null ? fault : outside("portNum", a.portNum(), 1, 1);
        fault = fault != null ? fault : outside("accessFlags", a.accessFlags(), 0, AccessFlags.ALL);
        fault = fault != null ? fault : outside("pathMtu", a.pathMtu(), 256, activeMtu);
        fault = fault != null ? fault : outside("destQpNum", a.destQpNum(), 0, Psn.MASK);
        fault = fault != null ? fault : outside("rqPsn", a.rqPsn(), 0, Psn.MASK);
        fault = fault != null ? fault : outside("maxDestRdAtomic", a.maxDestRdAtomic(), 0, maxRdAtomic);
        fault = fault != null ? fault : outside("minRnrTimer", a.minRnrTimer(), 0, 31);
        fault = fault != null ? fault : outside("sqPsn", a.sqPsn(), 0, Psn.MASK);
        fault = fault != null ? fault : outside("maxRdAtomic", a.maxRdAtomic(), 0, maxRdAtomic);
        fault = fault != null ? fault : outside("retryCnt", a.retryCnt(), 0, 7);
        fault = fault != null ? fault : outside("rnrRetry", a.rnrRetry(), 0, 7);
        fault = fault != null ? fault : outside("timeout", a.timeout(), 0, 31);
        if (fault == null && a.pathMtu() != null && Integer.bitCount(a.pathMtu()) != 1) {
            fault = "pathMtu is 256, 512, 1024, 2048 or 4096, not " + a.pathMtu();
        }
        AddressHandle path = a.addressHandle();
        if (fault == null && path != null) {
            fault = outside("trafficClass", path.trafficClass(), 0, 255);
        }
        return fault;
    }

    private static @Nullable String outside(String name, @Nullable Integer value, int min, int max) {
        return value != null && (value < min || value > max)
                ? name + " is " + min + " to " + max + ", not " + value
                : null;
    }
}
