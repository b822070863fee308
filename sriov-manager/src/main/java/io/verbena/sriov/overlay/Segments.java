package io.verbena.sriov.overlay;

import io.verbena.contracts.nic.OverlayLocation;
import io.verbena.contracts.nic.OverlaySegment;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.util.DigestUtils;

/**
 * Segments as the rows have them.
 *
 * <p>Invariant: of two segments of a VNI the one with the higher version was read later; they are read under the network's
 * row lock.
 */
@Repository
public class Segments {
    private final JdbcClient jdbc;

    Segments(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    private record Known(long version, String digest) {}

    /** The segment as it is now, with its next version if it has changed; empty when nobody has the VNI. */
    @Transactional
    public Optional<OverlaySegment> current(int vni) {
        Optional<Known> known = jdbc.sql("SELECT version, digest FROM tenant_network WHERE vni = :vni FOR UPDATE")
                .param("vni", vni)
                .query((row, number) -> new Known(row.getLong("version"), row.getString("digest")))
                .optional();
        if (known.isEmpty()) {
            return Optional.empty();
        }
        List<OverlayLocation> locations = jdbc.sql(
                        "SELECT address, vtep FROM overlay_location WHERE vni = :vni ORDER BY address COLLATE \"C\"")
                .param("vni", vni)
                .query((row, number) -> new OverlayLocation(row.getString("address"), row.getString("vtep")))
                .list();
        String digest = digest(locations);
        long version = digest.equals(known.get().digest()) ? known.get().version() : raised(vni, digest);
        return Optional.of(new OverlaySegment(vni, version, locations));
    }

    private long raised(int vni, String digest) {
        return jdbc.sql("""
                        UPDATE tenant_network SET digest = :digest, version = nextval('segment_version')
                        WHERE vni = :vni RETURNING version
                        """)
                .param("digest", digest)
                .param("vni", vni)
                .query(Long.class)
                .single();
    }

    /** As {@link #changed} has it in SQL; nothing secret, nothing hostile: it only tells versions apart. */
    private static String digest(List<OverlayLocation> locations) {
        String text = locations.stream()
                .map(location -> location.address() + "=" + location.vtep() + "\n")
                .collect(Collectors.joining());
        return DigestUtils.md5DigestAsHex(text.getBytes(StandardCharsets.UTF_8));
    }

    /** VNIs of networks whose locations are not those of their version any more. */
    public List<Integer> changed() {
        return jdbc.sql("""
                        SELECT n.vni FROM tenant_network n LEFT JOIN overlay_location l ON l.vni = n.vni
                        GROUP BY n.vni, n.digest
                        HAVING n.digest <> md5(coalesce(
                            string_agg(l.address || '=' || l.vtep || E'\\n', '' ORDER BY l.address COLLATE "C"), ''))
                        """).query((row, number) -> row.getInt("vni")).list();
    }

    /** NICs on an overlay that hold a VF of the network. */
    public List<String> nicsIn(int vni) {
        return jdbc.sql("SELECT DISTINCT nic FROM overlay_location WHERE vni = :vni")
                .param("vni", vni)
                .query((row, number) -> row.getString("nic"))
                .list();
    }

    /** Whether a NIC holds a VF of the network, or is about to. */
    boolean concerns(String nic, int vni) {
        return jdbc.sql("SELECT EXISTS (SELECT 1 FROM overlay_location WHERE nic = :nic AND vni = :vni)")
                .param("nic", nic)
                .param("vni", vni)
                .query(Boolean.class)
                .single();
    }

    /** Versions in force by VNI, of those asked for that somebody has. */
    public Map<Integer, Long> versions(Set<Integer> vnis) {
        return jdbc
                .sql("SELECT vni, version FROM tenant_network WHERE vni IN (:vnis)")
                .param("vnis", vnis)
                .query((row, number) -> Map.entry(row.getInt("vni"), row.getLong("version")))
                .list()
                .stream()
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }
}
