package io.verbena.nic.device.admin;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.sun.net.httpserver.HttpExchange;
import io.verbena.contracts.ProblemType;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.AnnotatedParameter;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.type.LogicalType;

/**
 * Reads requests strictly: an unknown, missing or null field, a number as text and anything after the value are faults,
 * since a command that was half understood must not run.
 */
final class RequestBody {
    private static final JsonMapper STRICT = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .annotationIntrospector(new NullableIsOptional())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .withCoercionConfig(
                    LogicalType.Textual,
                    textual -> textual.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                            .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                            .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail))
            .build();

    /** A function's spec is under a kilobyte. */
    private static final int MAX_BYTES = 64 << 10;

    private RequestBody() {}

    /** A field of a record is there and not null, unless its type says that it may be. */
    private static final class NullableIsOptional extends JacksonAnnotationIntrospector {
        private static final long serialVersionUID = 1L;

        @Override
        public Boolean hasRequiredMarker(MapperConfig<?> config, AnnotatedMember member) {
            return isNeeded(member);
        }

        @Override
        public JsonSetter.Value findSetterInfo(MapperConfig<?> config, Annotated field) {
            return isNeeded(field) ? JsonSetter.Value.forValueNulls(Nulls.FAIL) : JsonSetter.Value.empty();
        }

        private static boolean isNeeded(Annotated field) {
            return field instanceof AnnotatedParameter parameter
                    && parameter.getOwner().getAnnotated() instanceof Constructor<?> constructor
                    && !constructor.getAnnotatedParameterTypes()[parameter.getIndex()].isAnnotationPresent(
                            Nullable.class);
        }
    }

    /** A body that was read, or the answer to one that could not be. */
    sealed interface Parsed<T> {}

    record Value<T>(T value) implements Parsed<T> {}

    record Malformed<T>(Answer answer) implements Parsed<T> {}

    /** The body of an exchange: JSON, or nothing where a request says nothing of its kind. */
    static Parsed<byte[]> read(HttpExchange exchange) throws IOException {
        return read(exchange, MAX_BYTES);
    }

    static Parsed<byte[]> read(HttpExchange exchange, int limitBytes) throws IOException {
        byte[] body = exchange.getRequestBody().readNBytes(limitBytes + 1);
        if (body.length > limitBytes) {
            return new Malformed<>(Answer.invalid("", "the body is longer than " + limitBytes + " bytes"));
        }
        String mediaType = exchange.getRequestHeaders().getFirst("Content-Type");
        if (mediaType == null && body.length == 0
                || mediaType != null && mediaType.split(";", 2)[0].trim().equalsIgnoreCase(Answer.JSON)) {
            return new Value<>(body);
        }
        return new Malformed<>(Answer.problem(ProblemType.UNSUPPORTED_MEDIA_TYPE, "the body is " + Answer.JSON));
    }

    static <T> Parsed<T> parse(byte[] body, Class<T> type) {
        try {
            T value = STRICT.readValue(body, type);
            return value == null ? new Malformed<>(Answer.invalid("", "the body is null")) : new Value<>(value);
        } catch (UnrecognizedPropertyException e) {
            return new Malformed<>(Answer.invalid(pointer(e), "unknown field '" + e.getPropertyName() + "'"));
        } catch (StreamReadException e) {
            return new Malformed<>(Answer.invalid(
                    pointer(e),
                    "not JSON at line " + e.getLocation().getLineNr() + ", column "
                            + e.getLocation().getColumnNr() + ": " + e.getOriginalMessage()));
        } catch (DatabindException e) {
            // Jackson's own words name classes and settings; those of our types' constructors are meant for a client.
            return new Malformed<>(Answer.invalid(
                    pointer(e),
                    e.getCause() instanceof IllegalArgumentException ours && ours.getMessage() != null
                            ? ours.getMessage()
                            : "the value is missing, of another type, or out of range"));
        } catch (JacksonException e) {
            return new Malformed<>(Answer.invalid("", e.getOriginalMessage()));
        }
    }

    private static String pointer(JacksonException e) {
        return e.getPath().stream()
                .map(step -> step.getPropertyName() == null
                        ? "/" + step.getIndex()
                        : "/" + step.getPropertyName().replace("~", "~0").replace("/", "~1"))
                .collect(Collectors.joining());
    }

    static byte[] json(Object body) {
        return body instanceof String text ? text.getBytes(StandardCharsets.UTF_8) : STRICT.writeValueAsBytes(body);
    }
}
