package io.verbena.tenant.lease.sim.planted;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;

/** Loads the project's classes anew, with one bug planted; everything else comes from the parent. */
final class BuggyClassLoader extends ClassLoader {
    private static final String OURS = "io.verbena.";

    private final PlantedBug bug;
    private int planted;

    BuggyClassLoader(PlantedBug bug) {
        super(BuggyClassLoader.class.getClassLoader());
        this.bug = bug;
    }

    /** Instructions that the bug has changed. */
    int planted() {
        return planted;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(OURS)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded != null ? loaded : findClass(name);
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] bytes = bytesOf(name);
        byte[] changed = bug.isIn(name) ? withBug(name, bytes) : bytes;
        return defineClass(name, changed, 0, changed.length);
    }

    private byte[] bytesOf(String name) throws ClassNotFoundException {
        try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (in == null) {
                throw new ClassNotFoundException(name);
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private byte[] withBug(String name, byte[] bytes) {
        ClassFile format = ClassFile.of();
        ClassModel model = format.parse(bytes);
        CodeTransform change = (code, element) -> {
            if (bug.plant(name, code, element)) {
                planted++;
            } else {
                code.with(element);
            }
        };
        return format.transformClass(model, ClassTransform.transformingMethodBodies(change));
    }
}
