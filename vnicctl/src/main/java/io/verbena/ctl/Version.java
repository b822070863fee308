package io.verbena.ctl;

import picocli.CommandLine.IVersionProvider;

/** As the jar's manifest says. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        return new String[] {"vnicctl " + text()};
    }

    static String text() {
        String version = Version.class.getPackage().getImplementationVersion();
        return version == null ? "of a build folder" : version;
    }
}
