package io.verbena.nic.datapath.qp;

import io.verbena.nic.datapath.wire.Gid;
import java.util.HashMap;
import java.util.Map;

/** The paths in use. A peer's receive buffer is taken to be like ours, and shared evenly over the peers of an address. */
public final class Paths {
    private record Key(Gid local, Gid remote, int tos) {}

    private final Map<Key, Path> paths = new HashMap<>();
    private final long bufferBytes;

    /** @param receiveBufferBytes of each address; a quarter is left for what the kernel adds to packets */
    public Paths(int receiveBufferBytes) {
        bufferBytes = receiveBufferBytes * 3L / 4;
    }

    public Path acquire(Gid local, Gid remote, int tos) {
        Path path = paths.computeIfAbsent(new Key(local, remote, tos), key -> new Path(local, remote, tos));
        path.use();
        share(local);
        return path;
    }

    public void release(Path path) {
        if (path.release()) {
            paths.remove(new Key(path.local(), path.remote(), path.tos()));
            share(path.local());
        }
    }

    private void share(Gid local) {
        long peers = paths.keySet().stream()
                .filter(key -> key.local.equals(local))
                .map(Key::remote)
                .distinct()
                .count();
        for (Map.Entry<Key, Path> entry : paths.entrySet()) {
            if (entry.getKey().local.equals(local)) {
                entry.getValue().setWindowBytes(bufferBytes / Math.max(1, peers));
            }
        }
    }
}
