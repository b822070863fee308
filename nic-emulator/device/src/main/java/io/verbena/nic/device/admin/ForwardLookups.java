package io.verbena.nic.device.admin;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.net.spi.InetAddressResolver;
import java.net.spi.InetAddressResolver.LookupPolicy;
import java.net.spi.InetAddressResolverProvider;
import java.util.stream.Stream;

/**
 * Finds addresses of names, but no names of addresses. The JDK's HTTPS server asks for the name of each caller before it
 * reads a byte, and where no DNS answers that takes seconds; nobody here wants to know it.
 */
public final class ForwardLookups extends InetAddressResolverProvider {
    @Override
    public InetAddressResolver get(Configuration configuration) {
        return new ForwardResolver(configuration.builtinResolver());
    }

    @Override
    public String name() {
        return "forward lookups only";
    }

    private record ForwardResolver(InetAddressResolver builtin) implements InetAddressResolver {
        @Override
        public Stream<InetAddress> lookupByName(String host, LookupPolicy policy) throws UnknownHostException {
            return builtin.lookupByName(host, policy);
        }

        @Override
        public String lookupByAddress(byte[] address) throws UnknownHostException {
            throw new UnknownHostException("names of addresses are not looked up");
        }
    }
}
