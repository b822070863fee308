package io.verbena.contracts;

/**
 * The {@code type} of each RFC 9457 problem, one per refusal, with its HTTP status. Each is explained in
 * {@code docs/problems.md}.
 */
public enum ProblemType {
    /** Malformed body, unknown field, value out of range; {@code errors[]} has JSON pointers. */
    INVALID_REQUEST("invalid-request", 400, "The request is not valid"),
    UNAUTHENTICATED("unauthenticated", 401, "A valid bearer token is needed"),
    /** Known, and forbidden to this caller in its own tenant. */
    PERMISSION_DENIED("permission-denied", 403, "This caller may not do that"),
    /** Not there, or another tenant's: the same answer to both. */
    NOT_FOUND("not-found", 404, "No such object"),
    METHOD_NOT_ALLOWED("method-not-allowed", 405, "The method is not supported here"),
    NOT_ACCEPTABLE("not-acceptable", 406, "None of the accepted media types can be given"),
    /** The ledger's refusal: resource, scope, limit, used, reserved, requested. */
    QUOTA_EXCEEDED("quota-exceeded", 409, "The quota does not allow it"),
    /** No NIC has a free function for this request. */
    CAPACITY_EXHAUSTED("capacity-exhausted", 409, "No device has room for it"),
    /** The object's state does not allow the verb: state, allowedVerbs. */
    FAILED_PRECONDITION("failed-precondition", 409, "The object's state does not allow it"),
    ALREADY_EXISTS("already-exists", 409, "An object of that name exists"),
    /** The request with this Idempotency-Key is still running. */
    IDEMPOTENCY_IN_PROGRESS("idempotency-in-progress", 409, "The first request with this key is still running"),
    /** A watch from where the log no longer, or not yet, is: list again. */
    RESOURCE_VERSION_GONE("resource-version-gone", 410, "The change log does not have what comes after this version"),
    /** If-Match named another version. */
    PRECONDITION_FAILED("precondition-failed", 412, "The object has changed since it was read"),
    /** maxBytes. */
    CONTENT_TOO_LARGE("content-too-large", 413, "The body is too large"),
    UNSUPPORTED_MEDIA_TYPE("unsupported-media-type", 415, "The body's media type is not supported"),
    /** Well-formed, and makes no sense here. */
    UNPROCESSABLE("unprocessable", 422, "The request cannot be carried out as it stands"),
    /** The Idempotency-Key was used with another payload. */
    IDEMPOTENCY_MISMATCH("idempotency-mismatch", 422, "This key was used with another request"),
    PRECONDITION_REQUIRED("precondition-required", 428, "If-Match is needed"),
    /** retryAfterSeconds. */
    TOO_MANY_STREAMS("too-many-streams", 429, "Too many streams are open"),
    INTERNAL("internal", 500, "An error on our side"),
    /** A part that this one needs does not answer; retryAfterSeconds. */
    UNAVAILABLE("unavailable", 503, "A part that is needed does not answer"),
    /** Ends a watch whose client does not keep up. */
    STREAM_TOO_SLOW("stream-too-slow", 503, "The client reads more slowly than things change"),
    DEVICE_UNAVAILABLE("device-unavailable", 503, "The NIC does not answer"),
    /** NIC: what an exerciser's request waited for did not come in its time. */
    DEADLINE_EXCEEDED("deadline-exceeded", 504, "It took longer than the request allowed"),
    /** NIC: the command names another boot of this NIC. */
    WRONG_BOOT("wrong-boot", 409, "The command is for another boot of this NIC"),
    /** NIC: another VF holds the slot. */
    WRONG_OWNER("wrong-owner", 409, "Another virtual function holds this slot"),
    /** NIC: an older epoch than the slot's floor. */
    STALE_EPOCH("stale-epoch", 409, "The slot's holder has changed since"),
    /** NIC: an older generation than the applied one. */
    STALE_GENERATION("stale-generation", 409, "A newer generation is applied"),
    /** NIC: the applied generation with another digest. */
    GENERATION_CONFLICT("generation-conflict", 409, "This generation is applied with other content"),
    /** NIC: no such physical function or slot. */
    INDEX_OUT_OF_RANGE("index-out-of-range", 422, "The NIC has no such function"),
    /** NIC: it was not approved by an operator yet. */
    NOT_APPROVED("not-approved", 409, "This NIC is not approved yet"),
    /** NIC: a verb was refused by the function's limit: resource, scope, limit, used, requested. */
    VERBS_LIMIT_EXCEEDED("verbs-limit-exceeded", 409, "The function's limit does not allow it"),
    /** NIC: a verb goes beyond the guarantee, and the ledger that could lease more does not answer. */
    LEDGER_UNREACHABLE("ledger-unreachable", 503, "The ledger does not answer"),
    /** The ledger: another boot speaks for the NIC. */
    LEASE_FENCED("lease-fenced", 409, "Another boot speaks for this NIC");

    private final String suffix;
    private final int status;
    private final String title;

    ProblemType(String suffix, int status, String title) {
        this.suffix = suffix;
        this.status = status;
        this.title = title;
    }

    /** The stable URI, {@code urn:verbena:problem:<suffix>}. */
    public String uri() {
        return "urn:verbena:problem:" + suffix;
    }

    public int status() {
        return status;
    }

    public String title() {
        return title;
    }
}
