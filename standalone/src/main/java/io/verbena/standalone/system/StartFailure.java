package io.verbena.standalone.system;

/** The system did not come up; the message says which part, why, and what to do where that is known. */
public final class StartFailure extends Exception {
    private static final long serialVersionUID = 1;

    public StartFailure(String message) {
        super(message);
    }

    public StartFailure(String message, Throwable cause) {
        super(message, cause);
    }

    /** The innermost message of a chain, which is the one that names the trouble. */
    static String rootMessage(Throwable thrown) {
        Throwable root = thrown;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        String message = root.getMessage();
        return message == null
                ? root.getClass().getSimpleName()
                : message.lines().findFirst().orElse(root.getClass().getSimpleName());
    }
}
