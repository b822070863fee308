/**
 * What a person at a terminal sees.
 *
 * <p>Role: lines, tables and boards of running steps, 79 columns at most. In: texts and states. Out: characters on one
 * stream, in place with colours on a terminal, plain lines anywhere else. Owner: the caller; a board's rows may be moved
 * on by any thread. Bounds: one painter thread a board, ten frames a second, the board's rows and nothing kept.
 */
@NullMarked
package io.verbena.standalone.terminal;

import org.jspecify.annotations.NullMarked;
