package io.verbena.tenant.quota.application;

import io.verbena.contracts.quota.ReservationReply;
import io.verbena.tenant.quota.model.Reservation;

/** Reservations as others see them, in answers and in the change log. */
public final class ReservationReplies {
    private ReservationReplies() {}

    public static ReservationReply of(Reservation reservation) {
        return new ReservationReply(
                reservation.operationId(),
                reservation.tenant(),
                reservation.amounts().byResource(),
                reservation.effectiveState(),
                reservation.overdue() ? null : reservation.expiresAt());
    }
}
