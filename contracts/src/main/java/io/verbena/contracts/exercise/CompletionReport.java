package io.verbena.contracts.exercise;

import org.jspecify.annotations.Nullable;

/**
 * How a work request ended.
 *
 * @param status as in {@code enum ibv_wc_status}, such as {@code SUCCESS} or {@code RETRY_EXC_ERR}
 * @param bytes of its message; nothing when it failed
 * @param immData of a receive that came with some
 * @param tookNs from the post, or for a receive from the request, until the completion was seen in the NIC's process
 */
public record CompletionReport(
        String status, long bytes, @Nullable Long immData, long tookNs) {}
