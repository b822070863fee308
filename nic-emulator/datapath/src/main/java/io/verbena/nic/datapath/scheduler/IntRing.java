package io.verbena.nic.datapath.scheduler;

/** A first-in-first-out ring of ints that grows. */
final class IntRing {
    private int[] items = new int[16];
    private int head;
    private int size;

    boolean isEmpty() {
        return size == 0;
    }

    void addLast(int item) {
        grow();
        items[head + size++ & items.length - 1] = item;
    }

    void addFirst(int item) {
        grow();
        head = head - 1 & items.length - 1;
        items[head] = item;
        size++;
    }

    int removeFirst() {
        int item = items[head];
        head = head + 1 & items.length - 1;
        size--;
        return item;
    }

    private void grow() {
        if (size == items.length) {
            int[] grown = new int[2 * size];
            for (int i = 0; i < size; i++) {
                grown[i] = items[head + i & size - 1];
            }
            items = grown;
            head = 0;
        }
    }
}
