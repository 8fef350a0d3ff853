import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { LoadReport } from "../../../../../../src/environments/knowledge-base/stores/embedded/load-report.ts";
import { TableBuilder } from "../../../../../../src/environments/knowledge-base/stores/embedded/table/table-builder.ts";
import {
  encodeTable,
  TableCache,
} from "../../../../../../src/environments/knowledge-base/stores/embedded/table/table-file.ts";

import { iri, literal, type Term } from "../../../../../../src/environments/knowledge-base/term/term.ts";
import { temporaryFolder } from "../../../../../support/temporary-folder.ts";

const folder = temporaryFolder();
const source = { key: "k", size: 10, mtimeMs: 1234.5 };
const report: LoadReport = {
  format: "turtle",
  triples: 3,
  skipped: 1,
  examples: [{ line: 4, reason: "why", text: "é" }],
  complete: true,
  remarks: ["Something."],
};

const s = iri("http://x/s");
const p = iri("http://x/p");
const OBJECTS: readonly Term[] = [
  s,
  iri("http://x/Łódź/😀"),
  { kind: "blank", value: "b1" },
  ...["", "1", 'a "b"\\ \n\t\u0000 é😀'].map((text) => literal(text)),
  ...["1", "01"].map((text) => literal(text, { datatype: "http://www.w3.org/2001/XMLSchema#integer" })),
  ...["fr", "en-gb"].map((language) => literal("1", { language })),
];

async function stored() {
  const builder = new TableBuilder();
  for (const object of OBJECTS) builder.addTerms(s, p, object);
  return { source, report, table: await builder.finish({ signal: new AbortController().signal }) };
}

async function written(name: string): Promise<{ cache: TableCache; path: string }> {
  const cache = new TableCache(join(folder, name));
  expect(await cache.write(source, encodeTable(await stored()))).toBe(true);
  const files = readdirSync(join(folder, name, "triples"));
  expect(files).toHaveLength(1);
  return { cache, path: join(folder, name, "triples", files[0] as string) };
}

describe("TableCache", () => {
  it("gives back the same table and report", async () => {
    const { cache } = await written("same");
    const read = await cache.read(source);
    const given = await stored();
    expect(read?.report).toEqual(report);
    expect(read?.table.triples).toBe(OBJECTS.length);
    for (const object of OBJECTS)
      expect(read?.table.dictionary.term(read.table.dictionary.idOf(object) ?? -1)).toEqual(object);
    expect(read?.table.dictionary.idOf(iri("http://x/other"))).toBeUndefined();
    for (const layout of ["bySubject", "byObject", "byPredicate", "predicates"] as const) {
      expect(read?.table[layout]).toEqual(given.table[layout]);
    }
    for (let id = 0; id < given.table.dictionary.count; id++) {
      const term = given.table.dictionary.term(id);
      expect(read?.table.dictionary.term(id)).toEqual(term);
      expect(read?.table.dictionary.idOf(term)).toBe(id);
    }
  });

  it("keeps what it writes to its owner", async () => {
    const { path } = await written("private");
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(path, "..")).mode & 0o777).toBe(0o700);
  });

  it.each([
    ["another file", { key: "other" }],
    ["another size", { size: 11 }],
    ["another time of change", { mtimeMs: 1234.6 }],
    ["another format asked for", { format: "turtle" }],
  ])("has nothing for %s", async (_, change) => {
    const { cache } = await written("facts");
    expect(await cache.read({ ...source, ...change })).toBeUndefined();
    expect(await cache.read(source)).toBeDefined();
  });

  it("takes a file that is damaged anywhere, cut off or of another version for none", async () => {
    const { cache, path } = await written("damaged");
    const bytes = readFileSync(path);
    for (const at of [0, 4, 8, 12, 16, 40, bytes.length >> 1, bytes.length - 1]) {
      const damaged = Buffer.from(bytes);
      damaged[at] = (damaged[at] as number) ^ 1;
      writeFileSync(path, damaged);
      expect(await cache.read(source), `byte ${at}`).toBeUndefined();
    }
    for (const length of [0, 20, 100, bytes.length - 1]) {
      writeFileSync(path, bytes.subarray(0, length));
      expect(await cache.read(source), `${length} bytes`).toBeUndefined();
    }
    writeFileSync(path, bytes);
    expect(await cache.read(source)).toBeDefined();
  });
});
