/**
 * Who calls, and what that caller may see.
 *
 * <p>In: bearer tokens of the configured issuer (signature, issuer, audience and time are Spring Security's to check).
 * Out: a {@link io.verbena.kit.security.Caller} for controllers. Owner: the thread of the request. Rules: who may call is checked before
 * anything of the request is read, and no method of a controller goes without; all but health,
 * metrics and API pages needs a token; readers and viewers only read; another tenant's object is not there (404, the same
 * answer as for what is missing).
 */
@NullMarked
package io.verbena.kit.security;

import org.jspecify.annotations.NullMarked;
