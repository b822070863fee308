/**
 * The whole system as its users meet it.
 *
 * <p>Role: runs the commands in processes of their own, looks at what they print, write and leave behind, and drills
 * failures of parts. In: the class path of this build. Out: facts, held by assertions. Owner: each test its system.
 * Bounds: each process and each wait has a time limit; checks that need root or a tool are skipped with the reason.
 */
@NullMarked
package io.verbena.system;

import org.jspecify.annotations.NullMarked;
