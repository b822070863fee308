package io.verbena.kit.security;

import io.verbena.contracts.ProblemType;
import io.verbena.kit.problem.ProblemException;
import java.util.Map;

/** Groups of callers. Readers and viewers among them only read, as {@link SecurityConfiguration} sees to. */
public enum Callers {
    /** Whoever has a token; the method itself looks at what its caller may see. */
    KNOWN {
        @Override
        void require(Caller caller, Map<String, String> path) {}
    },
    /** The {@code {tenant}} of the path, and the platform; 404 to others. */
    TENANT {
        @Override
        void require(Caller caller, Map<String, String> path) {
            String tenant = variable(path, "tenant");
            if (!caller.sees(tenant)) {
                throw Caller.notFound("tenant " + tenant);
            }
        }
    },
    /** Administrators of the {@code {tenant}} of the path, for what only they change, such as its clients. */
    TENANT_ADMIN {
        @Override
        void require(Caller caller, Map<String, String> path) {
            TENANT.require(caller, path);
            if (!caller.is(Role.PLATFORM_ADMIN)) {
                caller.require(Role.TENANT_ADMIN);
            }
        }
    },
    /** Who reads what belongs to no tenant. */
    PLATFORM {
        @Override
        void require(Caller caller, Map<String, String> path) {
            if (!caller.seesAllTenants()) {
                caller.require(Role.PLATFORM_READER);
            }
        }
    },
    /** Who changes what belongs to no tenant. */
    PLATFORM_ADMIN {
        @Override
        void require(Caller caller, Map<String, String> path) {
            caller.require(Role.PLATFORM_ADMIN);
        }
    },
    /** The services of this system. A NIC has the role of one too, and is none of them. */
    SERVICE {
        @Override
        void require(Caller caller, Map<String, String> path) {
            caller.require(Role.SERVICE);
            if (caller.nic() != null) {
                throw new ProblemException(ProblemType.PERMISSION_DENIED, "This is not for a NIC's token.");
            }
        }
    },
    /** {@link #PLATFORM} and {@link #SERVICE}. */
    PLATFORM_OR_SERVICE {
        @Override
        void require(Caller caller, Map<String, String> path) {
            if (!caller.seesAllTenants()) {
                SERVICE.require(caller, path);
            }
        }
    },
    /** The {@code {nic}} of the path itself. */
    NIC {
        @Override
        void require(Caller caller, Map<String, String> path) {
            caller.require(Role.SERVICE);
            String nic = variable(path, "nic");
            if (!nic.equals(caller.nic())) {
                throw new ProblemException(
                        ProblemType.PERMISSION_DENIED, "This token does not speak for NIC " + nic + ".");
            }
        }
    };

    /** @throws ProblemException 403, or 404 where the caller may not know that the object is there */
    abstract void require(Caller caller, Map<String, String> path);

    private static String variable(Map<String, String> path, String name) {
        String value = path.get(name);
        if (value == null) {
            throw new IllegalStateException("the path has no {" + name + "}");
        }
        return value;
    }
}
