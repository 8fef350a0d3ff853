import { overStdio } from "./connect.ts";
import type { SampleValues } from "./sample-values.ts";
import { dbhub, fuxi } from "./server-process.ts";
import { median, timed } from "./statistics.ts";
import { ms, printTable } from "./table.ts";

const ROWS = 30_000;
const REPEATS = 5;

/** What a result of many rows costs: bounded as the tools show it, whole as a resource, and as DBHub sends it. */
export async function largeResults(path: string, { largest }: SampleValues): Promise<void> {
  const query = `SELECT * FROM "${largest.table}" LIMIT ${ROWS}`;
  await using ours = await overStdio(fuxi(path, "--quiet"), "modern");
  await using theirs = await overStdio(dbhub(path), "modern");
  const { client } = ours;
  const opened = await client.callTool({ name: "open_workspace", arguments: {} });
  const { workspace } = opened.structuredContent as { readonly workspace: string };
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
