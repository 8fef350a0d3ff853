import { describe, expect, it } from "vitest";
import type { Comparison, Program } from "../../../../src/environments/knowledge-base/program/program.ts";
import { openEndpointStore } from "../../../../src/environments/knowledge-base/stores/endpoint/open-endpoint-store.ts";
import {
  iri,
  isNode,
  literal,
  type Term,
  termText,
} from "../../../../src/environments/knowledge-base/term/term.ts";
import { startVirtuoso, virtuosoIsMissing } from "../../../support/virtuoso-server.ts";
import { typed } from "../stores/triple-store-fixture.ts";

const missing = virtuosoIsMissing();
const won = iri("urn:won");
const said: readonly (readonly [string, Term])[] = [
  ["a", typed("true", "boolean")],
  ["b", typed("false", "boolean")],
  ["c", typed("1", "integer")],
  ["d", literal("true")],
];

describe.skipIf(missing !== undefined)(
  `booleans on Virtuoso, which keeps them as numbers ${missing ?? ""}`,
  () => {
    it("are told from numbers and texts, and come back as they are written", async () => {
      const server = await startVirtuoso();
      if (server === undefined) throw new TypeError("Virtuoso did not start");
      try {
        await server.load(
          said.map(([name, value]) => `<urn:${name}> <urn:won> ${termText(value)} .\n`).join(""),
        );
        const { signal } = new AbortController();
        const store = await openEndpointStore({ url: server.url, defaultGraphs: [server.graph], signal });
        const of: Program = { op: "terms", terms: said.map(([name]) => iri(`urn:${name}`)) };
        const step = { predicate: won.value, inverse: false };
        const members = async (program: Program) =>
          (await store.members(program, { limit: 10 }, { milliseconds: 10_000, signal })).terms;
        const having = async (comparison: Comparison, value: Term) =>
          (await members({ op: "filter", of, attribute: [step], comparison, value }))
            .map((term) => (isNode(term) ? term.value.slice("urn:".length) : ""))
            .join("");
        expect(await having("=", typed("true", "boolean"))).toBe("a");
        expect(await having("=", typed("false", "boolean"))).toBe("b");
        expect(await having("!=", typed("false", "boolean"))).toBe("acd");
        expect(await having("contains", literal("als"))).toBe("b");
        const values = await members({ op: "follow", from: of, step });
        expect(values).toContainEqual(typed("true", "boolean"));
        expect(values).toContainEqual(typed("false", "boolean"));
        await store.close();
      } finally {
        await server.stop();
      }
    }, 60_000);
  },
);
