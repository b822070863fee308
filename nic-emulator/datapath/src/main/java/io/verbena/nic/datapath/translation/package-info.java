/**
 * From (key, address, length, access) to host memory, or a fault.
 *
 * <p>In: keys and addresses of peers and tenants. Out: ranges. Owns the keys of each function, which mean nothing in
 * another one. Bounds: the function's limit of memory regions.
 */
@NullMarked
package io.verbena.nic.datapath.translation;

import org.jspecify.annotations.NullMarked;
