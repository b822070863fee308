package io.verbena.tenant.tenant;

import java.util.Locale;

/** What a node of the tree is. */
public enum NodeKind {
    ORGANISATION,
    /** Between an organisation and its tenants, where there is one. */
    PROJECT,
    TENANT;

    /** As in problems, metrics and the change log. */
    public String noun() {
        return name().toLowerCase(Locale.ROOT);
    }
}
