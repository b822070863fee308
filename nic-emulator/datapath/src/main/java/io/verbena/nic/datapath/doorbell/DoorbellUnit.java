package io.verbena.nic.datapath.doorbell;

import io.verbena.nic.datapath.abi.DoorbellPage;
import io.verbena.nic.datapath.qp.QueuePair;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The doorbell pages of all open contexts, served in turn so that a busy one cannot hide the others. */
public final class DoorbellUnit {
    /** Doorbells of one page that are taken before the next page has its turn. */
    private static final int PER_PAGE = 256;

    /** Takes the queue pairs that were rung. */
    @FunctionalInterface
    public interface Sink {
        void onDoorbell(QueuePair qp);
    }

    /** A context's page and who is behind its bits. */
    public static final class Page {
        private final DoorbellPage page;
        private final DoorbellPage.Sink resolve;
        private @Nullable QueuePair[] rung = new QueuePair[8];

        private Page(DoorbellPage page, Sink sink) {
            this.page = page;
            this.resolve = doorbell -> {
                QueuePair qp = doorbell < rung.length ? rung[doorbell] : null;
                if (qp != null) {
                    sink.onDoorbell(qp);
                }
            };
        }

        /** The lowest doorbell that no queue pair has. */
        public int free() {
            for (int i = 0; i < rung.length; i++) {
                if (rung[i] == null) {
                    return i;
                }
            }
            return rung.length;
        }

        public void bind(QueuePair qp) {
            if (qp.doorbell() >= rung.length) {
                rung = Arrays.copyOf(rung, 2 * rung.length);
            }
            rung[qp.doorbell()] = qp;
        }

        public void unbind(QueuePair qp) {
            rung[qp.doorbell()] = null;
        }
    }

    private final List<Page> pages = new ArrayList<>();
    private final Sink sink;
    private int first;

    public DoorbellUnit(Sink sink) {
        this.sink = sink;
    }

    public Page add(DoorbellPage memory) {
        Page page = new Page(memory, sink);
        pages.add(page);
        return page;
    }

    public void remove(Page page) {
        pages.remove(page);
    }

    /** @return doorbells taken */
    public int drain() {
        int taken = 0;
        int count = pages.size();
        for (int i = 0; i < count; i++) {
            Page page = pages.get((first + i) % count);
            taken += page.page.drain(PER_PAGE, page.resolve);
        }
        if (count > 0) {
            first = (first + 1) % count;
        }
        return taken;
    }

    public boolean rung() {
        for (int i = 0; i < pages.size(); i++) {
            if (pages.get(i).page.rung()) {
                return true;
            }
        }
        return false;
    }
}
