package io.verbena.standalone.demo;

/** Between two looks at something that takes its time. */
final class Pause {
    private Pause() {}

    /** @throws ApiFailure when somebody ends the scenario meanwhile */
    static void millis(long millis) throws ApiFailure {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ApiFailure("the scenario was interrupted", e);
        }
    }
}
