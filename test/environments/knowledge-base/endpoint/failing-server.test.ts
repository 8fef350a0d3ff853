import { describe, expect, it } from "vitest";
import { openEndpointStore } from "../../../../src/environments/knowledge-base/stores/endpoint/open-endpoint-store.ts";
import { rejectsWith } from "../../../../src/testing/test-runner.ts";
import { startOxigraph } from "../../../support/oxigraph-server.ts";
import { ex, storeBounds } from "../stores/triple-store-fixture.ts";
import { endpoint, storeErrorOf } from "./endpoint-fixture.ts";

const { signal } = new AbortController();
const busy = (status: number, more: object = {}) => ({ status, headers: { "retry-after": "0" }, ...more });

describe("an endpoint in trouble", () => {
  it.each([429, 502, 503, 504])("is asked again after a status %i, three times at most", async (status) => {
    const { server, store } = await endpoint();
    server.faults.statuses = [busy(status), busy(status), busy(status)];
    expect(await store.labels([ex("heat")], storeBounds())).toEqual(["Heat"]);
    const before = server.requests.length;
    server.faults.statuses = Array.from({ length: 9 }, () => busy(status, { body: "Come back later." }));
    const error = await storeErrorOf(store.labels([ex("lola")], storeBounds()));
    expect(error.facts.kind).toBe(status === 504 ? "time-limit" : "unavailable");
    expect(error.message).toContain("Come back later.");
    expect(server.requests.length - before).toBe(4);
  });

  it("is not waited for when it asks for more time than there is", async () => {
    const { server, store } = await endpoint();
    server.faults.statuses = [{ status: 503, headers: { "retry-after": "3600" } }];
    const before = server.requests.length;
    expect((await storeErrorOf(store.labels([ex("heat")], storeBounds()))).facts.kind).toBe("unavailable");
    expect(server.requests.length - before).toBe(1);
  });

  it("is asked again when it closed the connection before it answered", async () => {
    const { server, store } = await endpoint();
    server.faults.refusals = 2;
    expect(await store.labels([ex("heat")], storeBounds())).toEqual(["Heat"]);
  });

  it("is not asked again when it died in the middle of an answer, and no part is shown", async () => {
    const { server, store } = await endpoint();
    server.faults.dieAfter = 60;
    const before = server.requests.length;
    const error = await storeErrorOf(store.labels([ex("heat")], storeBounds()));
    expect(error.facts.kind).toBe("unavailable");
    expect(error.message).toMatch(/broke off in the middle/u);
    expect(server.requests.length - before).toBe(1);
    delete server.faults.dieAfter;
    server.faults.cutAfter = 60;
    expect((await storeErrorOf(store.labels([ex("heat")], storeBounds()))).facts.kind).toBe("malformed");
  });

  it("is stopped at the time limit, and when the caller cancels", async () => {
    const { server, store } = await endpoint();
    server.faults.delay = 60_000;
    const late = await storeErrorOf(store.labels([ex("heat")], storeBounds({ milliseconds: 50 })));
    expect(late.facts.kind).toBe("time-limit");
    expect(late.message).toContain("50 ms");
    const controller = new AbortController();
    const waiting = store.labels([ex("heat")], storeBounds({ signal: controller.signal }));
    setTimeout(() => controller.abort(), 20);
    await rejectsWith("cancelled", waiting);
    delete server.faults.delay;
    expect(await store.labels([ex("heat")], storeBounds())).toEqual(["Heat"]);
  });

  it("ends what is running when the store is closed", async () => {
    const { server, store } = await endpoint();
    server.faults.delay = 60_000;
    const waiting = store.labels([ex("heat")], storeBounds());
    setTimeout(() => void store.close(), 20);
    await rejectsWith("cancelled", waiting);
  });

  it("never has more requests to answer than were agreed on", async () => {
    const { server, store } = await endpoint({ concurrency: 2 });
    server.faults.delay = 5;
    await Promise.all(
      ["heat", "lola", "roma", "epic", "mann", "usa"].map((name) => store.labels([ex(name)], storeBounds())),
    );
    expect(server.mostOpen()).toBe(2);
  });
});

describe("what an engine says of a query", () => {
  it.each([
    [
      400,
      "Virtuoso 37000 Error SP030: SPARQL compiler, line 2: syntax error at 'x'\n\nSPARQL query:\nSELECT …",
      "syntax",
      "Virtuoso 37000 Error SP030: SPARQL compiler, line 2: syntax error at 'x'",
    ],
    [
      500,
      "Virtuoso 42000 Error The estimated execution time 4000 (sec) exceeds the limit of 400 (sec).",
      "refused",
      "Virtuoso 42000 Error The estimated execution time 4000 (sec) exceeds the limit of 400 (sec).",
    ],
    [
      500,
      "SPARQL-QUERY: queryStr=SELECT ?x\njava.util.concurrent.TimeoutException\n\tat java.base/java.util.concurrent.FutureTask.get(FutureTask.java:204)",
      "time-limit",
      "java.util.concurrent.TimeoutException",
    ],
    [414, "", "too-large", "The endpoint takes no query this long."],
    [500, "<html><body><h1>Internal &lt;error&gt;</h1></body></html>", "refused", "Internal <error>"],
    [500, "", "refused", "The endpoint answered with status 500."],
    [404, "no such page", "unavailable", "There is no endpoint at this address (404)."],
  ])("is sorted by what it is about: %i %s", async (status, body, kind, message) => {
    const { server, store } = await endpoint();
    server.faults.statuses = [{ status, body }];
    const error = await storeErrorOf(store.labels([ex("heat")], storeBounds()));
    expect(error.facts.kind).toBe(kind);
    expect(error.message).toBe(message);
  });
});

describe("opening an endpoint", () => {
  it("sends who is asking, and the credentials it was given", async () => {
    const cases = [
      [{ auth: { type: "basic", user: "ann", password: "open sesame" } }, "Basic YW5uOm9wZW4gc2VzYW1l"],
      [{ auth: { type: "bearer", token: "abcdef0123456789" } }, "Bearer abcdef0123456789"],
      [{ auth: { type: "header", name: "authorization", value: "Key 12345678" } }, "Key 12345678"],
    ] as const;
    for (const [options, authorization] of cases) {
      const { server } = await endpoint(options, { faults: { authorization } });
      expect(server.requests[0]?.headers["user-agent"]).toMatch(/^fuxi \(http/u);
    }
  });

  it("takes the user and password of the address, and shows them nowhere", async () => {
    const server = await startOxigraph("", { authorization: "Basic YW5uOnNlY3JldHNlY3JldA==" });
    try {
      const url = server.url.replace("//", "//ann:secretsecret@");
      const store = await openEndpointStore({ url, signal });
      expect(JSON.stringify(store.target)).not.toContain("secretsecret");
      server.faults.statuses = [{ status: 500, body: "cannot log in ann with secretsecret" }];
      const error = await storeErrorOf(store.labels([ex("heat")], storeBounds()));
      expect(error.message).toBe("cannot log in ann with ***");
      await store.close();
    } finally {
      await server.stop();
    }
  });

  it("says when access is refused, when nothing is there, and when it is no endpoint", async () => {
    await rejectsWith("target-denied", endpoint({}, { faults: { authorization: "Basic other" } }));
    await rejectsWith("target-not-found", openEndpointStore({ url: "http://127.0.0.1:9/sparql", signal }));
    await rejectsWith("configuration-invalid", openEndpointStore({ url: "ftp://somewhere", signal }));
    const body = { text: "<html><title>Hello</title></html>", headers: { "content-type": "text/html" } };
    await rejectsWith("target-not-supported", endpoint({}, { faults: { body } }));
    await rejectsWith(
      "cancelled",
      openEndpointStore({ url: "http://127.0.0.1:9/", signal: AbortSignal.abort() }),
    );
  });

  it("does not hand credentials on to another server", async () => {
    const other = await startOxigraph("");
    try {
      const { server, store } = await endpoint({ auth: { type: "bearer", token: "abcdef0123456789" } });
      server.faults.statuses = [{ status: 307, headers: { location: other.url } }];
      await store.labels([ex("heat")], storeBounds());
      expect(other.requests[0]?.headers.authorization).toBeUndefined();
      expect(other.requests[0]?.query).toContain("SELECT");
    } finally {
      await other.stop();
    }
  });
});
