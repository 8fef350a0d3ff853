import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createExtractor } from "../src/environments/rest-api/extract/create-extractor.ts";
import { describeResponse } from "../src/environments/rest-api/response/describe-response.ts";

/**
 * Extraction from a response of many made-up rows, beside JSON.parse in this process; each in a process of its own, for its peak memory.
 * `node bench/extract.ts [rows]`; the default is 1,000,000.
 */
const PROGRAMS: Readonly<Record<string, string>> = {
  count: "data.results.filter((row) => row.vote > 9).length",
  group:
    "const n = {};\nfor (const row of data.results) n[row.genres[0].name] = (n[row.genres[0].name] || 0) + 1;\nreturn n",
  "top ten":
    "data.results.map((row) => [row.vote, row.id]).sort((a, b) => b[0] - a[0] || a[1] - b[1]).slice(0, 10)",
  last: "data.results.at(-1).title",
};

const [first = "1000000", file, task] = process.argv.slice(2);
if (file === undefined || task === undefined) compare(Number(first));
else console.log(JSON.stringify(await measure(readFileSync(file), task)));

interface Measured {
  readonly result: string;
  readonly milliseconds: number;
  /** Bytes. */
  readonly peak: number;
}

function compare(rows: number): void {
  const folder = mkdtempSync(join(tmpdir(), "extract-"));
  try {
    const path = join(folder, "rows.json");
    writeRows(path, rows);
    console.log(`${rows} rows, ${megabytes(statSync(path).size)}`);
    const tasks = ["read the file", "describe", "JSON.parse", ...Object.keys(PROGRAMS)];
    for (const each of tasks) {
      const child = spawnSync(process.execPath, [import.meta.filename, first, path, each], {
        encoding: "utf8",
      });
      if (child.status !== 0) {
        console.log(`${each.padEnd(16)} failed: ${child.stderr.trim().slice(0, 300)}`);
        continue;
      }
      const { result, milliseconds, peak } = JSON.parse(child.stdout) as Measured;
      console.log(
        `${each.padEnd(16)} ${milliseconds.toFixed(0).padStart(6)} ms  peak ${megabytes(peak).padStart(8)}  ${result}`,
      );
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(bytes: Uint8Array, name: string): Promise<Measured> {
  const start = performance.now();
  const result = await run(bytes, name);
  const milliseconds = performance.now() - start;
  return { result: result.slice(0, 120), milliseconds, peak: process.resourceUsage().maxRSS * 1024 };
}

async function run(bytes: Uint8Array, name: string): Promise<string> {
  if (name === "read the file") return "";
  if (name === "describe") return describeResponse({ body: bytes, mediaType: "application/json" }).summary;
  if (name === "JSON.parse") {
    const data = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("utf8"));
    return String(data.results.filter((row: { readonly vote: number }) => row.vote > 9).length);
  }
  const extractor = createExtractor();
  const signal = new AbortController().signal;
  const bounds = { milliseconds: 120_000, signal };
  const result = await extractor.run({ r1: bytes }, { program: PROGRAMS[name] ?? "" }, bounds);
  await extractor.close();
  return result.type === "value" ? JSON.stringify(result.value) : result.message;
}

function writeRows(path: string, rows: number): void {
  const target = openSync(path, "w");
  writeSync(target, '{"page":1,"results":[');
  for (let from = 0; from < rows; from += 10_000) {
    const some = Array.from({ length: Math.min(10_000, rows - from) }, (_, i) => row(from + i));
    writeSync(target, (from === 0 ? "" : ",") + some.map((each) => JSON.stringify(each)).join(","));
  }
  writeSync(target, `],"total_results":${rows}}`);
  closeSync(target);
}

function row(id: number): unknown {
  return {
    id,
    title: `Film ${id}`,
    vote: (id % 101) / 10,
    genres: [{ id: id % 19, name: `genre ${id % 19}` }],
    release_date: `${1900 + (id % 120)}-10-15`,
  };
}

function megabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(0)} MB`;
}
