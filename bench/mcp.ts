/**
 * The MCP server beside DBHub and beside the SDK alone, in one run and over one SQLite file: how long a start takes, a call, a large result and a
 * hundred calls at once, and what the list of tools costs. Needs a build (`npm run build`). Times are of the machine as it is: the ratios count.
 *
 * npm run bench -- mcp [sqlite-file] [--starts 9] [--calls 500] [--only start,calls,tokens,rows]
 */

import { existsSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { ensureCinemaSample } from "../src/samples/cinema/ensure-cinema-sample.ts";
import { ended, median, timed, typed } from "./common.ts";
import { calls } from "./mcp/calls.ts";
import {
  BENCH_FOLDER,
  dbhub,
  ERAS,
  type Era,
  fuxi,
  openWorkspace,
  overStdio,
  type ServerProcess,
} from "./mcp/connect.ts";
import { ms, printTable, ratio } from "./mcp/measuring.ts";

export type SampleValues = ReturnType<typeof sampleValues>;

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** A text column with many short values, all different, and the table with the most rows. */
function sampleValues(path: string) {
  using database = new DatabaseSync(path, { readOnly: true });
  const all = (sql: string, ...values: string[]) =>
    database.prepare(sql).all(...values) as unknown as readonly Readonly<Record<string, string | number>>[];
  const tables = all("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'").map(
    ({ name }) => String(name),
  );
  const sizes = tables.map((table) => ({
    table,
    rows: Number(all(`SELECT count(*) AS n FROM ${quoted(table)}`)[0]?.["n"]),
  }));
  const columns = tables.flatMap((table) =>
    all("SELECT name FROM pragma_table_info(?) WHERE type LIKE '%TEXT%' OR type LIKE '%CHAR%'", table).map(
      ({ name }) => {
        const column = String(name);
        const [of, from] = [quoted(column), quoted(table)];
        const values = all(
          `SELECT ${of} AS v FROM ${from} WHERE typeof(${of}) = 'text' AND length(${of}) BETWEEN 2 AND 60 GROUP BY 1 HAVING count(*) = 1 LIMIT 200`,
        ).map(({ v }) => String(v));
        return { table, column, values };
      },
    ),
  );
  const [best] = columns.toSorted((one, other) => other.values.length - one.values.length);
  const [largest] = sizes.toSorted((one, other) => other.rows - one.rows);
  if (best === undefined || best.values.length === 0 || largest === undefined)
    throw new Error("The database has no column of short texts.");
  return { ...best, largest };
}

/** What the list of tools costs a client: the whole result as JSON. */
async function listedTokens(path: string): Promise<void> {
  const targets = ["sample:cinema", "sample:cinema-kb", "sample:cinema-api"];
  const servers = targets.flatMap((target) =>
    ["minimal", "all"].map(
      (tools) => [`fuxi ${target}`, tools, fuxi(target, "--quiet", "--tools", tools)] as const,
    ),
  );
  const rows: (string | number)[][] = [];
  for (const [name, profile, server] of [...servers, ["DBHub SQLite", "", dbhub(path)] as const]) {
    await using connection = await overStdio(server, "legacy");
    const result = await connection.client.listTools();
    rows.push([name, profile, result.tools.length, countTokens(JSON.stringify(result))]);
  }
  printTable("tools/list in o200k_base tokens", ["server", "profile", "tools", "tokens"], rows);
}

const ROWS = 30_000;
const REPEATS = 5;

/** What a result of many rows costs: bounded as the tools show it, whole as a resource, and as DBHub sends it. */
async function largeResults(path: string, { largest }: SampleValues): Promise<void> {
  const query = `SELECT * FROM "${largest.table}" LIMIT ${ROWS}`;
  await using ours = await overStdio(fuxi(path, "--quiet"), "modern");
  await using theirs = await overStdio(dbhub(path), "modern");
  const { client } = ours;
  const workspace = await openWorkspace(client);
  const concluding = () => client.callTool({ name: "conclude", arguments: { workspace, claim: query } });
  const { full } = (await concluding()).structuredContent as { readonly full?: string };
  const measured: (readonly [string, () => Promise<object>])[] = [
    ["fuxi search_by_SQL", () => client.callTool({ name: "search_by_SQL", arguments: { query } })],
    ["fuxi conclude", concluding],
    ...(full === undefined
      ? []
      : [["fuxi resources/read of all rows", () => client.readResource({ uri: full })] as const]),
    ["DBHub execute_sql", () => theirs.client.callTool({ name: "execute_sql", arguments: { sql: query } })],
  ];
  const rows: string[][] = [];
  for (const [name, ask] of measured) {
    const times: number[] = [];
    let bytes = 0;
    for (let round = 0; round < REPEATS; round++) {
      const [time, reply] = await timed(ask);
      if ("isError" in reply && reply.isError === true) throw new Error(JSON.stringify(reply).slice(0, 500));
      times.push(time);
      bytes = Buffer.byteLength(JSON.stringify(reply));
    }
    rows.push([name, bytes.toLocaleString("en"), ms(median(times))]);
  }
  const count = Math.min(ROWS, largest.rows).toLocaleString("en");
  printTable(`A query with ${count} rows of ${largest.table}, over stdio`, ["reply", "bytes", "time"], rows);
}

interface Start {
  readonly connected: number;
  readonly listed: number;
  readonly answered: number;
}

interface Side {
  readonly server: ServerProcess;
  readonly tool: string;
  readonly argument: string;
}

/** From the moment the process is started until it is connected, has listed its tools, and has answered a query. */
async function start({ server, tool, argument }: Side, era: Era, query: string): Promise<Start> {
  const begun = performance.now();
  await using connection = await overStdio(server, era);
  const { client } = connection;
  const connected = performance.now() - begun;
  await client.listTools();
  const listed = performance.now() - begun;
  const result = await client.callTool({ name: tool, arguments: { [argument]: query } });
  if (result.isError === true) throw new Error(`${server.name}: ${JSON.stringify(result.content)}`);
  return { connected, listed, answered: performance.now() - begun };
}

/** Both servers in turn, so that both see the same state of the machine. */
async function startToAnswer(path: string, table: string, starts: number): Promise<void> {
  const query = `SELECT count(*) AS n FROM "${table}"`;
  const ours: Side = { server: fuxi(path, "--quiet"), tool: "search_by_SQL", argument: "query" };
  const theirs: Side = { server: dbhub(path), tool: "execute_sql", argument: "sql" };
  for (const era of ERAS) {
    const times: { ours: Start[]; theirs: Start[] } = { ours: [], theirs: [] };
    for (let round = 0; round <= starts; round++) {
      const [one, other] = [await start(ours, era, query), await start(theirs, era, query)];
      // The first of each fills the caches of the file system and of compiled code.
      if (round === 0) continue;
      times.ours.push(one);
      times.theirs.push(other);
    }
    const of = (side: readonly Start[], part: keyof Start) => median(side.map((each) => each[part]));
    printTable(
      `Start over stdio, ${era}: median of ${starts} starts each, in turn`,
      ["since the process was started", "fuxi", "DBHub", "ratio"],
      (["connected", "listed", "answered"] as const).map((part) => {
        const [one, other] = [of(times.ours, part), of(times.theirs, part)];
        return [part, ms(one), ms(other), ratio(one, other)];
      }),
    );
  }
}

const { flags, words } = typed({ starts: 9, calls: 500, only: "start,calls,tokens,rows" });
const [given] = words;
const path = given === undefined ? ensureCinemaSample(join(BENCH_FOLDER, "cache")).database : resolve(given);
if (!existsSync(path)) ended(`There is no file ${path}.`);
const sample = sampleValues(path);
const only = flags.only.split(",");
const [load] = loadavg();
console.log(
  `${availableParallelism()} cores, load ${load?.toFixed(1)}, Node ${process.versions.node}, column ${sample.table}.${sample.column}`,
);
if (only.includes("start")) await startToAnswer(path, sample.largest.table, flags.starts);
if (only.includes("calls")) await calls(path, sample, flags.calls);
if (only.includes("tokens")) await listedTokens(path);
if (only.includes("rows")) await largeResults(path, sample);
