package io.verbena.tenant.tenant;

import java.util.Optional;

/** What hangs on a node and must come and go with it. Called in the transaction that creates or deletes the node. */
public interface NodeDependent {
    void onCreated(NodeRef node);

    /**
     * Lets go of the node, which is locked.
     *
     * @return why it must stay, as the end of a sentence; then nothing is deleted
     */
    Optional<String> onDelete(NodeRef node);
}
