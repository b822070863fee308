package io.verbena.ctl;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** A command that did not do what it was told, with the code that the process ends with. */
final class Failure extends Exception {
    private static final long serialVersionUID = 1;
    private static final int HTTP_NOT_FOUND = 404;
    private static final int FIRST_SERVER_ERROR = 500;

    private final int exitCode;
    private final int status;

    Failure(int exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
        this.status = 0;
    }

    private Failure(int exitCode, int status, String message) {
        super(message);
        this.exitCode = exitCode;
        this.status = status;
    }

    Failure(int exitCode, String message, Throwable cause) {
        super(message, cause);
        this.exitCode = exitCode;
        this.status = 0;
    }

    /** What a service answered instead of a success. */
    static Failure refused(int status, JsonNode problem, String request) {
        int code = status == HTTP_NOT_FOUND
                ? ExitCodes.NOT_FOUND
                : status >= FIRST_SERVER_ERROR ? ExitCodes.UNREACHED : ExitCodes.REFUSED;
        String detail = problem.path("detail").asString(problem.path("title").asString(""));
        return new Failure(
                code, status, detail.isEmpty() ? request + " was answered " + status : describe(detail, problem));
    }

    /** The problem that an operation ended with. */
    static Failure ended(String what, JsonNode problem) {
        return new Failure(
                ExitCodes.FAILED,
                describe(what + " failed: " + problem.path("detail").asString(""), problem));
    }

    /** The sentence for people, then what it is for machines and what to look at. */
    private static String describe(String sentence, JsonNode problem) {
        List<String> lines = new ArrayList<>();
        lines.add(sentence);
        for (JsonNode error : problem.path("errors")) {
            String pointer = error.path("pointer").asString("");
            lines.add("  " + (pointer.isEmpty() ? "body" : pointer) + ": "
                    + error.path("detail").asString(""));
        }
        if (problem.has("limit")) {
            lines.add("  " + problem.path("resource").asString("") + " of "
                    + problem.path("scope").asString("")
                    + ": limit " + problem.path("limit") + ", used " + problem.path("used")
                    + (problem.has("reserved") ? ", reserved " + problem.path("reserved") : "")
                    + (problem.has("requested") ? ", requested " + problem.path("requested") : ""));
        }
        String type = problem.path("type").asString("");
        if (!type.isEmpty()) {
            String trace = problem.path("traceId").asString("");
            lines.add("  " + type + (trace.isEmpty() ? "" : ", trace " + trace));
        }
        return String.join(System.lineSeparator(), lines);
    }

    /** Of the response that refused it; 0 if it was none. */
    int status() {
        return status;
    }

    int exitCode() {
        return exitCode;
    }
}
