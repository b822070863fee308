package io.verbena.kit.web;

import static io.verbena.kit.sample.Running.API;
import static io.verbena.kit.sample.Running.TOKENS;
import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.kit.sample.Api.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** ETag, If-Match and pages, over HTTP. */
class ConventionsIT {
    private static final String THINGS = "/api/v1/tenants/conventions/things";
    private static final String ADMIN = TOKENS.platformAdmin();

    @BeforeAll
    static void makeThings() {
        for (String name : List.of("alpha", "beta", "gamma", "delta", "epsilon")) {
            API.post(THINGS, ADMIN, "{\"name\":\"c-" + name + "\",\"spec\":{\"size\":1}}");
        }
    }

    @Test
    void anETagThatIsKnownIsNotSentAgain() {
        String etag = API.get(THINGS + "/c-beta", ADMIN).header("ETag");
        assertThat(etag).isEqualTo("\"g1.s0\"");
        assertThat(API.get(THINGS + "/c-beta", ADMIN, "If-None-Match", etag).status())
                .isEqualTo(304);
    }

    @Test
    void aChangeNeedsTheVersionThatIsThere() {
        String path = THINGS + "/c-alpha";
        assertThat(API.send("PUT", path, ADMIN, "{\"size\":2}").status()).isEqualTo(428);
        Answer stale = API.send("PUT", path, ADMIN, "{\"size\":2}", "If-Match", "\"g7.s0\"");
        assertThat(stale.status()).isEqualTo(412);
        assertThat(stale.json()).containsEntry("currentETag", "\"g1.s0\"");
        Answer changed = API.send("PUT", path, ADMIN, "{\"size\":2}", "If-Match", "\"g9.s9\", \"g1.s0\"");
        assertThat(changed.status()).isEqualTo(200);
        assertThat(changed.header("ETag")).isEqualTo("\"g2.s0\"");
        assertThat(API.send("PUT", path, ADMIN, "{\"size\":3}", "If-Match", "*").status())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"g1.s0", "W/\"g1.s0\"", "\"x\"", "\"g99999999999999999999.s0\""})
    void aTagThatWeNeverGaveMatchesNothing(String tag) {
        assertThat(API.send("PUT", THINGS + "/c-gamma", ADMIN, "{\"size\":2}", "If-Match", tag)
                        .status())
                .isEqualTo(412);
    }

    @Test
    void pagesGiveEachObjectOnce() {
        var seen = new ArrayList<String>();
        String token = "";
        do {
            Map<String, Object> page =
                    API.get(THINGS + "?pageSize=2&pageToken=" + token, ADMIN).json();
            for (Object item : (List<?>) page.get("items")) {
                seen.add(String.valueOf(((Map<?, ?>) item).get("name")));
            }
            token = String.valueOf(page.get("nextPageToken"));
        } while (!token.isEmpty());
        assertThat(seen).containsExactly("c-alpha", "c-beta", "c-delta", "c-epsilon", "c-gamma");
    }

    @Test
    void aTokenWorksForItsListOnly() {
        String token =
                String.valueOf(API.get(THINGS + "?pageSize=2", ADMIN).json().get("nextPageToken"));
        assertThat(API.get(THINGS + "?pageSize=3&pageToken=" + token, ADMIN).status())
                .isEqualTo(200);
        char last = token.charAt(token.length() - 1);
        String forged = token.substring(0, token.length() - 1) + (last == 'A' ? 'B' : 'A');
        for (String query :
                List.of("?minSize=1&pageToken=" + token, "?pageToken=" + forged, "?pageToken=x", "?pageToken=%21%21")) {
            assertThat(API.get(THINGS + query, ADMIN).status()).as(query).isEqualTo(400);
        }
        assertThat(API.get("/api/v1/tenants/other/things?pageToken=" + token, ADMIN)
                        .status())
                .isEqualTo(400);
        assertThat(API.get(THINGS + "?pageToken=" + token, TOKENS.platformReader())
                        .status())
                .isEqualTo(400);
    }

    @Test
    void theSizeOfAPageIsBounded() {
        assertThat(API.get(THINGS + "?pageSize=-1", ADMIN).status()).isEqualTo(400);
        assertThat(API.get(THINGS + "?pageSize=x", ADMIN).status()).isEqualTo(400);
        assertThat(API.get(THINGS + "?pageSize=100000", ADMIN).status()).isEqualTo(200);
        assertThat(API.get(THINGS + "?pageSize=0", ADMIN).status()).isEqualTo(200);
    }
}
