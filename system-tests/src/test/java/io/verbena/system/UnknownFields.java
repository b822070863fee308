package io.verbena.system;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Fields that fabric8's model of a resource does not have: it keeps them beside those that it has. */
final class UnknownFields {
    private UnknownFields() {}

    /** Their paths from the resource's root. */
    static List<String> in(Object resource) {
        List<String> found = new ArrayList<>();
        collect(resource, "", found);
        return found;
    }

    private static void collect(Object value, String path, List<String> found) {
        switch (value) {
            case null -> {}
            case List<?> list -> {
                for (int index = 0; index < list.size(); index++) {
                    collect(list.get(index), path + "[" + index + "]", found);
                }
            }
            case Map<?, ?> map -> map.forEach((key, entry) -> collect(entry, path + "." + key, found));
            default -> {
                if (value.getClass().getName().startsWith("io.fabric8.")) {
                    collectFields(value, path.isEmpty() ? "" : path + ".", found);
                }
            }
        }
    }

    private static void collectFields(Object model, String prefix, List<String> found) {
        try {
            for (Method method : model.getClass().getMethods()) {
                if (method.isAnnotationPresent(JsonAnyGetter.class)) {
                    ((Map<?, ?>) method.invoke(model)).keySet().forEach(key -> found.add(prefix + key));
                }
            }
            for (Field field : model.getClass().getDeclaredFields()) {
                JsonProperty property = field.getAnnotation(JsonProperty.class);
                if (property != null) {
                    field.setAccessible(true);
                    collect(field.get(model), prefix + property.value(), found);
                }
            }
        } catch (ReflectiveOperationException e) {
            throw new AssertionError("cannot look into " + model.getClass(), e);
        }
    }
}
