import { ERAS, type Era, overStdio } from "./connect.ts";
import { dbhub, fuxi, type ServerProcess } from "./server-process.ts";
import { median } from "./statistics.ts";
import { ms, printTable, ratio } from "./table.ts";

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
export async function startToAnswer(path: string, table: string, starts: number): Promise<void> {
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
