/**
 * The conventions of our REST surface: strict JSON in requests, ETag and If-Match, lists by page.
 *
 * <p>In: headers and query parameters, as arguments of controller methods. Out: checked values, or a problem. Owner: the
 * thread of the request. Bounds: a body of 1 MiB, a page of 500 objects.
 */
@NullMarked
package io.verbena.kit.web;

import org.jspecify.annotations.NullMarked;
