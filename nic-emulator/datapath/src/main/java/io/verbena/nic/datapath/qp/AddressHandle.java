package io.verbena.nic.datapath.qp;

import io.verbena.nic.datapath.wire.Gid;

/** Where a connected queue pair sends ({@code ibv_ah_attr} with a GRH). Destination address and IP type of service. */
public record AddressHandle(Gid dgid, int trafficClass) {}
