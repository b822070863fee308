package io.verbena.kit.idempotency;

import io.verbena.kit.problem.BodyLimit;
import io.verbena.kit.problem.ProblemException;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** A request whose body was read whole, for its fingerprint, and is read again by the controller. */
final class RepeatableRequest extends HttpServletRequestWrapper {
    private final byte[] body;

    private RepeatableRequest(HttpServletRequest request, byte[] body) {
        super(request);
        this.body = body;
    }

    static RepeatableRequest read(HttpServletRequest request) throws IOException {
        byte[] body = request.getInputStream().readNBytes(BodyLimit.BYTES + 1);
        if (body.length > BodyLimit.BYTES) {
            throw new ProblemException(BodyLimit.exceeded());
        }
        return new RepeatableRequest(request, body);
    }

    byte[] body() {
        return body;
    }

    @Override
    public ServletInputStream getInputStream() {
        var bytes = new ByteArrayInputStream(body);
        return new ServletInputStream() {
            @Override
            public int read() {
                return bytes.read();
            }

            @Override
            public int read(byte[] target, int offset, int length) {
                return bytes.read(target, offset, length);
            }

            @Override
            public boolean isFinished() {
                return bytes.available() == 0;
            }

            @Override
            public boolean isReady() {
                return true;
            }

            @Override
            public void setReadListener(ReadListener listener) {
                throw new IllegalStateException("the body is in memory; nothing to wait for");
            }
        };
    }

    @Override
    public BufferedReader getReader() {
        return new BufferedReader(new InputStreamReader(getInputStream(), StandardCharsets.UTF_8));
    }
}
