import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { loadTripleTable } from "../../../../../../src/environments/knowledge-base/stores/embedded/reading/load-triple-table.ts";
import { temporaryFolder } from "../../../../../support/temporary-folder.ts";
import { loadText, triplesOf } from "./load-text.ts";

const folder = temporaryFolder();
const line = (i: number) => `<http://x/s${i}> <http://x/p> "${i}" .\n`;
const lines = (count: number) => Array.from({ length: count }, (_, i) => line(i)).join("");

describe("loadTripleTable", () => {
  it("loads a file, and reopens it with the same triples and the same report", async () => {
    const content = `${lines(3)}bad\n`;
    const first = await loadText(folder, "a.ttl.nt", content);
    const second = await loadText(folder, "a.ttl.nt", content, { path: join(folder, "a.ttl.nt") });
    expect(first).toMatchObject({ reopened: false, report: { format: "n-triples", triples: 3, skipped: 1 } });
    const again = await loadTripleTable({
      path: join(folder, "a.ttl.nt"),
      cacheFolder: join(folder, "cache"),
      signal: new AbortController().signal,
    });
    expect(again.reopened).toBe(true);
    expect(again.report).toEqual(first.report);
    expect(triplesOf(again.table)).toEqual(triplesOf(first.table));
    expect(again.dataVersion).toBe(second.dataVersion);
  });

  it.each([
    ["its size", (path: string) => appendFileSync(path, line(9))],
    ["its time of change", (path: string) => utimesSync(path, 1, 1)],
  ])("loads a file again when %s is another", async (what, change) => {
    const name = `${what.length}.nt`;
    const path = join(folder, name);
    const first = await loadText(folder, name, lines(2));
    change(path);
    const options = { path, cacheFolder: join(folder, "cache"), signal: new AbortController().signal };
    const second = await loadTripleTable(options);
    expect(second.reopened).toBe(false);
    expect(second.dataVersion).not.toBe(first.dataVersion);
    expect((await loadTripleTable(options)).reopened).toBe(true);
  });

  it("lives in memory, and says so, where the cache folder cannot be written", async () => {
    const cacheFolder = join(folder, "not-a-folder");
    writeFileSync(cacheFolder, "");
    const { table, report, reopened } = await loadText(folder, "m.nt", lines(2), { cacheFolder });
    expect(table.triples).toBe(2);
    expect(reopened).toBe(false);
    expect(report.remarks).toEqual([expect.stringContaining("cache folder cannot be written")]);
  });

  it("unpacks gzip, by content and not by name, in several parts, too", async () => {
    const packed = Buffer.concat([gzipSync(lines(3)), gzipSync(line(7))]);
    for (const name of ["g.nt.gz", "g.nt"]) {
      const { report } = await loadText(folder, name, packed);
      expect(report).toMatchObject({ format: "n-triples", triples: 4, skipped: 0 });
    }
    const { report } = await loadText(folder, "plain.nt.gz", lines(3));
    expect(report.triples).toBe(3);
  });

  it("refuses a gzip file that is cut off or damaged", async () => {
    // Random texts, so that the packed file is large enough to be cut in the middle.
    const random = Array.from({ length: 20_000 }, (_, i) => line((i * 7919) % 1_000_003)).join("");
    const packed = gzipSync(random);
    const damaged = Buffer.from(packed).fill(0xff, packed.length >> 1, (packed.length >> 1) + 64);
    for (const bytes of [packed.subarray(0, packed.length >> 1), damaged])
      await expect(loadText(folder, "damaged.nt.gz", bytes)).rejects.toMatchObject({
        code: "target-corrupt",
      });
  });

  it("reads a format that is asked for, and keeps that apart", async () => {
    const content = "<http://x/s> <http://x/p> <o> .\n";
    const asTurtle = await loadText(folder, "asked.nt", content, { format: "turtle" });
    expect(triplesOf(asTurtle.table)).toEqual(["-s -p <file:///o>"]);
    await expect(loadText(folder, "asked.nt", content)).rejects.toMatchObject({ code: "target-corrupt" });
    const piped = await loadText(folder, "asked.dat", "a|b|c\n", { format: "delimited" });
    expect(piped.report).toMatchObject({ format: "delimited", triples: 1 });
  });

  it("says how far it is, by bytes read, and never goes back", async () => {
    const shares: number[] = [];
    const texts = new Set<string>();
    await loadText(folder, "progress.nt", lines(60_000), {
      onProgress: ({ share, text }) => {
        shares.push(share);
        texts.add(text.replace(/[\d,]+/, "N"));
      },
    });
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(shares.length).toBeGreaterThan(5);
    expect(shares.at(-1)).toBe(1);
    expect([...texts]).toEqual([
      "N triples read",
      "sorting triples",
      "writing to the cache folder",
      "loaded",
    ]);
  });

  it.each(["a.nt", "a.ttl", "a.txt"])(
    "stops reading %s when it is told to, and leaves nothing",
    async (name) => {
      const cacheFolder = join(folder, `stopped-${name}`);
      const stop = new AbortController();
      const content = {
        "a.nt": lines(60_000),
        "a.ttl": `@prefix x: <http://x/> .\n${Array.from({ length: 60_000 }, (_, i) => `x:s${i} x:p ${i} .`).join("\n")}`,
        "a.txt": Array.from({ length: 60_000 }, (_, i) => `subject ${i}|relation|object ${i}`).join("\n"),
      }[name] as string;
      await expect(
        loadText(folder, name, content, {
          cacheFolder,
          signal: stop.signal,
          onProgress: () => stop.abort(new DOMException("enough", "AbortError")),
        }),
      ).rejects.toThrow("enough");
      expect(() => readdirSync(cacheFolder)).toThrow();
    },
  );

  it("says what is in the way", async () => {
    mkdirSync(join(folder, "folder.nt"));
    const load = (name: string) =>
      loadTripleTable({
        path: join(folder, name),
        cacheFolder: join(folder, "cache"),
        signal: new AbortController().signal,
      });
    await expect(load("folder.nt")).rejects.toMatchObject({ code: "target-not-supported" });
    await expect(load("nothing.nt")).rejects.toMatchObject({ code: "target-not-found" });
    await expect(load("a.nt/b.nt")).rejects.toMatchObject({ code: "target-not-found" });
    await expect(loadText(folder, "empty.nt", "")).rejects.toMatchObject({
      code: "target-not-supported",
      message: expect.stringContaining("empty file"),
    });
    await expect(loadText(folder, "half.gz", gzipSync("x").subarray(0, 9))).rejects.toMatchObject({
      code: expect.stringMatching(/target-/),
    });
    await expect(loadText(folder, "bad.nt", "bad\nbad\n")).rejects.toMatchObject({
      code: "target-corrupt",
      message: "No triple of bad.nt could be read. Line 1: a term is expected (the first of 2 faults).",
    });
  });

  it.skipIf(process.getuid?.() === 0)("says when a file may not be read", async () => {
    const path = join(folder, "secret.nt");
    writeFileSync(path, lines(1));
    chmodSync(path, 0);
    await expect(
      loadTripleTable({ path, cacheFolder: folder, signal: new AbortController().signal }),
    ).rejects.toMatchObject({ code: "target-denied" });
    rmSync(path);
  });

  it("loads a file without triples as an empty table, and says so", async () => {
    const { table, report } = await loadText(folder, "prefixes.ttl", "@prefix x: <http://x/> .\n");
    expect(table.triples).toBe(0);
    expect(report).toMatchObject({ skipped: 0, remarks: ["The file holds no triples."] });
  });
});
