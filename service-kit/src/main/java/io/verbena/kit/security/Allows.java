package io.verbena.kit.security;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Whom a method of a controller serves. It is checked before any argument is read, so that what a stranger is told depends
 * neither on the body nor on objects that are not theirs to see. Each method of the API has it, or the service does not
 * start.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Allows {
    /** Who may call. */
    Callers value();
}
