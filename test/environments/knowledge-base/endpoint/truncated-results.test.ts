import { describe, expect, it } from "vitest";
import { instances, storeBounds } from "../stores/triple-store-fixture.ts";

import { endpoint, manyTriples, storeErrorOf } from "./endpoint-fixture.ts";

const things = instances("Thing");
const all = "SELECT ?x ?n WHERE { ?x :size ?n }";

describe.each([
  [7, 291],
  [100, 970],
  [2_500, 2_910],
])("an endpoint that gives %i rows at most and does not say so", (rowLimit, count) => {
  const limited = () => endpoint({}, { faults: { rowLimit }, triples: manyTriples(count) });

  it("is asked for page after page until all members are there", async () => {
    const { store } = await limited();
    const { terms, complete } = await store.members(things, { limit: 5_000 }, storeBounds());
    expect(complete).toBe(true);
    expect(terms).toHaveLength(count);
    const some = await store.members(things, { limit: count - 1 }, storeBounds());
    expect([some.complete, some.terms.length]).toEqual([false, count - 1]);
  });

  it("has a query of a person called cut off, unless all of it came", async () => {
    const { store } = await limited();
    const { rows, truncated } = await store.query(all, { maxRows: 5_000 }, storeBounds());
    expect([rows.length, truncated]).toEqual([rowLimit, true]);
    const whole = await store.query(`${all} LIMIT ${rowLimit}`, { maxRows: 5_000 }, storeBounds());
    expect([whole.rows.length, whole.truncated]).toEqual([rowLimit, false]);
  });
});

describe("an endpoint that cannot be paged through", () => {
  it("has the members refused as truncated, never a part of them given", async () => {
    const { server, store } = await endpoint({}, { faults: { rowLimit: 50 }, triples: manyTriples(300) });
    server.faults.pagesAreEmpty = true;
    const error = await storeErrorOf(store.members(things, { limit: 1_000 }, storeBounds()));
    expect(error.facts.kind).toBe("truncated");
    expect(error.message).toMatch(/only \d+ of \d+ rows/u);
  });
});
