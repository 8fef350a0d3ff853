import { describe, expect, it } from "vitest";
import { ex, follow, membersOf, storeBounds, terms } from "../stores/triple-store-fixture.ts";

import { endpoint, storeErrorOf } from "./endpoint-fixture.ts";

const JSON_TYPE = { "content-type": "application/sparql-results+json" };

describe("an endpoint that answers with something else than a result", () => {
  const bodies: readonly (readonly [
    string,
    { text: string | Uint8Array; headers: Record<string, string> },
    RegExp,
  ])[] = [
    [
      "JSON that is cut off",
      { text: '{"head":{"vars":["x"]},"results":{"bindings":[{"x"', headers: JSON_TYPE },
      /ends in the middle/,
    ],
    ["JSON that is no result", { text: '{"error":"no"}', headers: JSON_TYPE }, /not valid SPARQL JSON/],
    [
      "XML",
      { text: "<sparql><head/></sparql>", headers: { "content-type": "application/sparql-results+xml" } },
      /sparql-results\+xml, and SPARQL JSON was asked for/,
    ],
    ["plain text", { text: "everything is fine", headers: { "content-type": "text/plain" } }, /text\/plain/],
    ["nothing at all", { text: "", headers: JSON_TYPE }, /is empty/],
  ];
  it.each(bodies)("is refused as malformed: %s", async (_, body, sentence) => {
    const { server, store } = await endpoint();
    server.faults.body = body;
    const error = await storeErrorOf(store.labels([ex("heat")], storeBounds()));
    expect(["malformed", "unavailable"]).toContain(error.facts.kind);
    expect(error.message).toMatch(sentence);
    delete server.faults.body;
    expect(await store.labels([ex("heat")], storeBounds())).toEqual(["Heat"]);
  });

  it("says what a web page is about, without its markup", async () => {
    const { server, store } = await endpoint();
    server.faults.body = {
      text: "<!DOCTYPE html><html><head><title>Sign in &amp; continue</title><style>p{}</style></head><body><p>Please log in.</p><script>let a=1</script></body></html>",
      headers: { "content-type": "text/html" },
    };
    const error = await storeErrorOf(store.labels([ex("heat")], storeBounds()));
    expect(error.facts.kind).toBe("malformed");
    expect(error.message).toBe(
      'The server answered with a web page ("Sign in & continue Please log in."), not with a result.',
    );
    expect(error.hint).toMatch(/login/u);
  });

  it("is refused as partial where the engine says that it stopped early", async () => {
    const { server, store } = await endpoint();
    server.faults.body = {
      text: '{"head":{"vars":["x","p","l"]},"results":{"bindings":[]}}',
      headers: {
        ...JSON_TYPE,
        "x-sql-state": "S1TAT",
        "x-sql-message": "RC...: Returning incomplete results",
      },
    };
    const error = await storeErrorOf(store.labels([ex("heat")], storeBounds()));
    expect(error.facts.kind).toBe("time-limit");
    expect(error.message).toMatch(/a part of the result only/u);
  });

  it("is refused where it is larger than what is read", async () => {
    const { server, store } = await endpoint({ maxBytes: 5_000 });
    server.faults.body = { text: " ".repeat(10_000), headers: JSON_TYPE };
    expect((await storeErrorOf(store.labels([ex("heat")], storeBounds()))).facts.kind).toBe("too-large");
  });
});

describe("an endpoint that knows only one way", () => {
  it.each(["GET", "POST"] as const)(
    "is asked by %s where it refuses the other method",
    async (onlyMethod) => {
      const { server, store } = await endpoint({}, { faults: { onlyMethod } });
      expect(await membersOf(store, follow(terms("heat"), "director"))).toBe("mann");
      expect(server.requests.at(-1)?.method).toBe(onlyMethod);
    },
  );

  it("is told which graphs are asked, in both methods", async () => {
    const graphs = { defaultGraphs: ["urn:a", "urn:b"], namedGraphs: ["urn:c"] };
    for (const method of ["GET", "POST"] as const) {
      const { server } = await endpoint({ ...graphs, method });
      const { parameters } = server.requests.at(-1) as (typeof server.requests)[number];
      expect(parameters.getAll("default-graph-uri")).toEqual(["urn:a", "urn:b"]);
      expect(parameters.getAll("named-graph-uri")).toEqual(["urn:c"]);
    }
  });
});
