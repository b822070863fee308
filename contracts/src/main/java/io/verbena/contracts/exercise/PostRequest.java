package io.verbena.contracts.exercise;

/**
 * Body of {@code POST /v1/endpoints/{id}:post}: one work request, and how long to wait for its completion.
 *
 * @param remoteOffset in the peer's memory; the peer's NIC decides whether it is there
 * @param immData carried by WRITE_WITH_IMM
 */
public record PostRequest(
        ExerciseOperation operation, long offset, long bytes, long remoteOffset, long immData, long waitMillis) {}
