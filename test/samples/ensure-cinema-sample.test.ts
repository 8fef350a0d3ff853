import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { cinemaDescriptions } from "../../src/samples/cinema/database/schema.ts";
import { ensureCinemaSample } from "../../src/samples/cinema/ensure-cinema-sample.ts";

const folder = mkdtempSync(join(tmpdir(), "cinema-sample-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("every column of every table and view is described, and nothing else", () => {
  const { database: path } = ensureCinemaSample(folder);
  const database = new DatabaseSync(path, { readOnly: true });
  const columns = (table: string) =>
    database
      .prepare("SELECT name FROM pragma_table_info(?)")
      .all(table)
      .map((row) => row.name);
  const tables = database.prepare("SELECT name FROM sqlite_master WHERE type IN ('table', 'view')").all();
  const descriptions = cinemaDescriptions();
  expect(Object.keys(descriptions).sort()).toEqual(tables.map((row) => row.name).sort());
  for (const [table, text] of Object.entries(descriptions)) {
    const [header, ...lines] = text.trimEnd().split("\n");
    expect(header).toBe("original_column_name,column_name,column_description,data_format,value_description");
    expect(
      lines.map((line) => line.slice(0, line.indexOf(","))),
      table,
    ).toEqual(columns(table));
  }
  database.close();
});

test("descriptions explain what the codes stand for", () => {
  const { ticket, screening } = cinemaDescriptions();
  expect(ticket).toContain(
    'price_class,price class,which price was paid,text,"F: full; R: reduced (students, seniors); C: child; M: member; P: press, free of charge"',
  );
  expect(screening).toContain("N: not held");
});

test("the sample is written once and then only found", () => {
  const first = ensureCinemaSample(folder);
  const written = statSync(first.database).mtimeMs;
  expect(ensureCinemaSample(folder)).toEqual(first);
  expect(statSync(first.database).mtimeMs).toBe(written);
  expect(readFileSync(join(first.descriptions, "film.csv"), "utf8")).toBe(cinemaDescriptions().film);
  expect(readdirSync(folder)).toHaveLength(1);
});

test("a sample that lost a part is written again", () => {
  const sample = ensureCinemaSample(folder);
  rmSync(sample.database);
  ensureCinemaSample(folder);
  expect(existsSync(sample.database)).toBe(true);
  expect(readdirSync(folder)).toHaveLength(1);
});

test("processes that make it at the same time end with one whole sample", async () => {
  const shared = join(folder, "shared");
  const module = new URL("../../src/samples/cinema/ensure-cinema-sample.ts", import.meta.url).href;
  const script = `import { ensureCinemaSample } from ${JSON.stringify(module)};
    import { DatabaseSync } from "node:sqlite";
    const { database } = ensureCinemaSample(${JSON.stringify(shared)});
    console.log(new DatabaseSync(database, { readOnly: true }).prepare("SELECT count(*) AS n FROM ticket").get().n);`;
  const run = () => promisify(execFile)(process.execPath, ["--input-type=module", "-e", script]);
  const counts = (await Promise.all([run(), run(), run()])).map(({ stdout }) => Number(stdout));
  expect(counts[0]).toBeGreaterThan(40_000);
  expect(new Set(counts).size).toBe(1);
  expect(readdirSync(shared)).toHaveLength(1);
}, 60_000);

test("a cache folder that cannot be one is told", () => {
  const file = join(folder, "a-file");
  writeFileSync(file, "");
  expect(() => ensureCinemaSample(file)).toThrow(expect.objectContaining({ code: "store-unavailable" }));
});
