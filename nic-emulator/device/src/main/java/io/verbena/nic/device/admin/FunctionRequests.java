package io.verbena.nic.device.admin;

import io.verbena.contracts.Resource;
import io.verbena.contracts.nic.ConfigureFunction;
import io.verbena.contracts.nic.FunctionSpec;
import io.verbena.contracts.nic.FunctionTuple;
import io.verbena.contracts.nic.ResizeFunctions;
import io.verbena.nic.datapath.admin.AdminCommand;
import io.verbena.nic.datapath.admin.CommandTuple;
import io.verbena.nic.datapath.function.FunctionLimits;
import io.verbena.nic.datapath.wire.Gid;
import io.verbena.nic.device.admin.Answer.Fault;
import io.verbena.nic.device.admin.RequestBody.Malformed;
import io.verbena.nic.device.admin.RequestBody.Parsed;
import io.verbena.nic.device.admin.RequestBody.Value;
import io.verbena.nic.fabric.port.Vxlan;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** Turns request bodies into commands, or names every fault in them. Pure. */
final class FunctionRequests {
    private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");
    private static final int MAX_NAME = 253;

    private FunctionRequests() {}

    /** A slot as a path names it. */
    record Slot(int pf, int index) {}

    enum Verb {
        RESET,
        DESTROY
    }

    static Parsed<AdminCommand> configure(byte[] body, Slot slot) {
        return switch (RequestBody.parse(body, ConfigureFunction.class)) {
            case Malformed<ConfigureFunction>(Answer answer) -> new Malformed<>(answer);
            case Value<ConfigureFunction>(ConfigureFunction request) -> {
                List<Fault> faults = new ArrayList<>();
                checkTuple(request.tuple(), "/tuple", slot, faults);
                Gid address = checkSpec(request.spec(), faults);
                yield faults.isEmpty()
                        ? new Value<>(new AdminCommand.ConfigureFunction(
                                tuple(request.tuple()), spec(request.spec(), address)))
                        : new Malformed<>(Answer.invalid(faults));
            }
        };
    }

    static Parsed<AdminCommand> change(byte[] body, Slot slot, Verb verb) {
        return switch (RequestBody.parse(body, FunctionTuple.class)) {
            case Malformed<FunctionTuple>(Answer answer) -> new Malformed<>(answer);
            case Value<FunctionTuple>(FunctionTuple request) -> {
                List<Fault> faults = new ArrayList<>();
                checkTuple(request, "", slot, faults);
                yield faults.isEmpty()
                        ? new Value<>(
                                switch (verb) {
                                    case RESET -> new AdminCommand.ResetFunction(tuple(request));
                                    case DESTROY -> new AdminCommand.DestroyFunction(tuple(request));
                                })
                        : new Malformed<>(Answer.invalid(faults));
            }
        };
    }

    static Parsed<AdminCommand> resize(byte[] body, int pf) {
        return switch (RequestBody.parse(body, ResizeFunctions.class)) {
            case Malformed<ResizeFunctions>(Answer answer) -> new Malformed<>(answer);
            case Value<ResizeFunctions>(ResizeFunctions request) -> {
                List<Fault> faults = new ArrayList<>();
                if (request.pf() != pf) {
                    faults.add(new Fault("/pf", "is " + request.pf() + ", and the path says " + pf));
                }
                if (request.epoch() < 1) {
                    faults.add(new Fault("/epoch", "is 1 or more, not " + request.epoch()));
                }
                yield faults.isEmpty()
                        ? new Value<>(new AdminCommand.ResizeFunctions(
                                request.bootId(), request.pf(), request.epoch(), request.functionCount()))
                        : new Malformed<>(Answer.invalid(faults));
            }
        };
    }

    private static void checkTuple(FunctionTuple tuple, String at, Slot slot, List<Fault> faults) {
        if (tuple.pf() != slot.pf()) {
            faults.add(new Fault(at + "/pf", "is " + tuple.pf() + ", and the path says " + slot.pf()));
        }
        if (tuple.index() != slot.index()) {
            faults.add(new Fault(at + "/index", "is " + tuple.index() + ", and the path says " + slot.index()));
        }
        if (tuple.epoch() < 1) {
            faults.add(new Fault(at + "/epoch", "is 1 or more, not " + tuple.epoch()));
        }
        if (tuple.generation() < 1) {
            faults.add(new Fault(at + "/generation", "is 1 or more, not " + tuple.generation()));
        }
        if (!DIGEST.matcher(tuple.digest()).matches()) {
            faults.add(new Fault(at + "/digest", "is a SHA-256 in lower-case hex"));
        }
    }

    /** Gives the address, or the unspecified one beside a fault. */
    private static Gid checkSpec(FunctionSpec spec, List<Fault> faults) {
        checkName(spec.tenant(), "/spec/tenant", faults);
        checkName(spec.vf(), "/spec/vf", faults);
        if (spec.vni() < 1 || spec.vni() > Vxlan.MAX_VNI) {
            faults.add(new Fault("/spec/vni", "is 1 to " + Vxlan.MAX_VNI + ", not " + spec.vni()));
        }
        for (Resource resource : Resource.values()) {
            Long limit = spec.limits().get(resource);
            String at = "/spec/limits/" + fieldName(resource);
            if (resource == Resource.VF) {
                if (limit != null) {
                    faults.add(new Fault(at, "a function has no limit of functions"));
                }
            } else if (limit == null) {
                faults.add(new Fault(at, "is missing"));
            } else if (limit < 0) {
                faults.add(new Fault(at, "is 0 or more, not " + limit));
            }
        }
        checkMax(spec, faults);
        try {
            return Gid.parse(spec.address());
        } catch (IllegalArgumentException e) {
            faults.add(new Fault("/spec/address", String.valueOf(e.getMessage())));
            return new Gid(0, 0);
        }
    }

    private static void checkMax(FunctionSpec spec, List<Fault> faults) {
        Map<Resource, Long> max = spec.max();
        if (max == null) {
            return;
        }
        max.forEach((resource, most) -> {
            Long limit = spec.limits().get(resource);
            if (resource == Resource.VF || limit != null && most < limit) {
                faults.add(new Fault(
                        "/spec/max/" + fieldName(resource),
                        resource == Resource.VF
                                ? "a function has no limit of functions"
                                : "is " + most + ", below the guarantee of " + limit));
            }
        });
    }

    private static void checkName(String name, String at, List<Fault> faults) {
        if (name.isBlank() || name.length() > MAX_NAME) {
            faults.add(new Fault(at, "is 1 to " + MAX_NAME + " characters"));
        }
    }

    static String fieldName(Resource resource) {
        return resource == Resource.REGISTERED_BYTES
                ? "registeredBytes"
                : resource.name().toLowerCase(Locale.ROOT);
    }

    private static CommandTuple tuple(FunctionTuple tuple) {
        return new CommandTuple(
                tuple.bootId(),
                tuple.pf(),
                tuple.index(),
                tuple.vfUid(),
                tuple.epoch(),
                tuple.generation(),
                tuple.digest());
    }

    private static io.verbena.nic.datapath.function.FunctionSpec spec(FunctionSpec spec, Gid address) {
        return new io.verbena.nic.datapath.function.FunctionSpec(
                spec.tenant(), spec.vf(), address, spec.vni(), limits(spec.limits()), limits(most(spec)));
    }

    private static Map<Resource, Long> most(FunctionSpec spec) {
        Map<Resource, Long> most = new EnumMap<>(spec.limits());
        if (spec.max() != null) {
            most.putAll(spec.max());
        }
        return most;
    }

    private static FunctionLimits limits(Map<Resource, Long> limits) {
        return new FunctionLimits(
                limits.getOrDefault(Resource.QP, 0L),
                limits.getOrDefault(Resource.CQ, 0L),
                limits.getOrDefault(Resource.MR, 0L),
                limits.getOrDefault(Resource.PD, 0L),
                limits.getOrDefault(Resource.REGISTERED_BYTES, 0L));
    }
}
