package io.verbena.standalone.demo;

/** Something that the scenario needs did not come about; nothing after it was tried. */
public final class ScenarioFailure extends Exception {
    private static final long serialVersionUID = 1;

    public ScenarioFailure(String message) {
        super(message);
    }

    public ScenarioFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
