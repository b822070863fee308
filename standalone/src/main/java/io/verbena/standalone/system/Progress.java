package io.verbena.standalone.system;

/** Who watches parts come up; called from several threads. */
public interface Progress {
    void starting(String part);

    /** @param where the part's address */
    void up(String part, String where);

    /** @param why one line */
    void failed(String part, String why);
}
