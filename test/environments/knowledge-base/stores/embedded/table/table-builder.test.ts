import { describe, expect, it } from "vitest";
import { TableBuilder } from "../../../../../../src/environments/knowledge-base/stores/embedded/table/table-builder.ts";
import {
  predicateNumber,
  type TripleTable,
} from "../../../../../../src/environments/knowledge-base/stores/embedded/triple-table.ts";
import {
  type Iri,
  iri,
  literal,
  type Term,
} from "../../../../../../src/environments/knowledge-base/term/term.ts";

const signal = new AbortController().signal;

type Numbers = readonly [number, number, number];

function rowsOf(table: TripleTable): Record<"bySubject" | "byObject" | "byPredicate", Numbers[]> {
  const { bySubject, byObject, byPredicate } = table;
  const rows = { bySubject: [] as Numbers[], byObject: [] as Numbers[], byPredicate: [] as Numbers[] };
  const at = (array: Uint16Array | Uint32Array, i: number) => array[i] as number;
  for (let term = 0; term < table.dictionary.count; term++) {
    for (let i = at(bySubject.offsets, term); i < at(bySubject.offsets, term + 1); i++)
      rows.bySubject.push([term, at(bySubject.predicates, i), at(bySubject.ends, i)]);
    for (let i = at(byObject.offsets, term); i < at(byObject.offsets, term + 1); i++)
      rows.byObject.push([term, at(byObject.predicates, i), at(byObject.ends, i)]);
  }
  for (let p = 0; p < table.predicates.length; p++) {
    for (let i = at(byPredicate.offsets, p); i < at(byPredicate.offsets, p + 1); i++)
      rows.byPredicate.push([p, at(byPredicate.subjects, i), at(byPredicate.objects, i)]);
  }
  return rows;
}

function ordered(rows: readonly Numbers[]): Numbers[] {
  const distinct = new Map(rows.map((row) => [row.join(), row]));
  return [...distinct.values()].sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);
}

async function randomTable(triples: number, predicates: number) {
  let state = 42;
  const random = (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const builder = new TableBuilder();
  const given: (readonly [Term, Iri, Term])[] = [];
  for (let i = 0; i < triples; i++) {
    const object = random(3) === 0 ? literal(`${random(20)}`) : iri(`http://x/e${random(40)}`);
    given.push([
      iri(`http://x/e${random(40)}`),
      iri(`http://x/p${i < predicates ? i : random(predicates)}`),
      object,
    ]);
  }
  given.push(...given.slice(0, 300));
  for (const triple of given) builder.addTerms(...triple);
  const count = builder.triples;
  const table = await builder.finish({ signal });
  const rows = given.map(
    ([s, p, o]): Numbers => [
      table.dictionary.idOf(s) ?? -1,
      predicateNumber(table, p.value) ?? -1,
      table.dictionary.idOf(o) ?? -1,
    ],
  );
  return { table, count, rows };
}

describe("TableBuilder", () => {
  it.each([
    ["few", 5],
    ["more than two bytes hold", 70_000],
  ])("orders the three layouts, each triple once, with %s predicates", async (_, predicates) => {
    const { table, count, rows } = await randomTable(Math.max(4_000, predicates + 1_000), predicates);
    const spo = ordered(rows);
    expect(count).toBe(rows.length);
    expect(table.triples).toBe(spo.length);
    expect(spo.length).toBeLessThan(rows.length);
    const got = rowsOf(table);
    // As texts: comparing so many arrays one by one takes long.
    expect(`${got.bySubject}` === `${spo}`).toBe(true);
    expect(`${got.byObject}` === `${ordered(spo.map(([s, p, o]) => [o, p, s]))}`).toBe(true);
    expect(`${got.byPredicate}` === `${ordered(spo.map(([s, p, o]) => [p, s, o]))}`).toBe(true);
    expect(table.bySubject.predicates).toBeInstanceOf(predicates > 65_536 ? Uint32Array : Uint16Array);
  });

  it("numbers nodes before values, predicates among the nodes", async () => {
    const { table } = await randomTable(500, 5);
    const kinds = Array.from({ length: table.dictionary.count }, (_, id) => table.dictionary.term(id).kind);
    expect(new Set(kinds.slice(0, table.dictionary.nodes))).toEqual(new Set(["iri"]));
    expect(new Set(kinds.slice(table.dictionary.nodes))).toEqual(new Set(["literal"]));
    expect([...table.predicates].every((id) => id < table.dictionary.nodes)).toBe(true);
  });

  it("makes an empty table of nothing", async () => {
    const table = await new TableBuilder().finish({ signal });
    expect(table.triples).toBe(0);
    expect(table.dictionary.count).toBe(0);
    expect(table.dictionary.idOf(iri("http://x/a"))).toBeUndefined();
  });

  it("stops when it is told to", async () => {
    const builder = new TableBuilder();
    builder.addTerms(iri("http://x/a"), iri("http://x/p"), iri("http://x/b"));
    const stop = new AbortController();
    stop.abort(new DOMException("enough", "AbortError"));
    await expect(builder.finish({ signal: stop.signal })).rejects.toThrow("enough");
  });
});
