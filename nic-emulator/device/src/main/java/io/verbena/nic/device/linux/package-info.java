/**
 * The few system calls that the shell needs, through {@code java.lang.foreign}: datagram sockets with UDP_SEGMENT and
 * UDP_GRO, epoll, eventfd.
 *
 * <p>In and out: file descriptors and native memory. Constants and layouts are those of Linux on x86-64 and aarch64,
 * which differ in {@code struct epoll_event} alone. No call blocks but {@link io.verbena.nic.device.linux.Epoll#await}.
 * Failures are values: minus errno, as the kernel gives them.
 */
@NullMarked
package io.verbena.nic.device.linux;

import org.jspecify.annotations.NullMarked;
