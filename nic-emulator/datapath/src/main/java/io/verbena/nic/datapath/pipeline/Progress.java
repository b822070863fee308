package io.verbena.nic.datapath.pipeline;

/** What became of a grant. */
enum Progress {
    /** Nothing left that could be sent now; an activation brings the queue pair back. */
    IDLE,
    /** The burst is used up and there is more. */
    MORE,
    /** The batch is full. */
    NO_ROOM
}
