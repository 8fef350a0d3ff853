import { at, median, timed } from "../common.ts";
import type { SampleValues } from "../mcp.ts";
import {
  type Connected,
  dbhub,
  ERAS,
  type Era,
  echo,
  fuxi,
  openWorkspace,
  overHttp,
  overStdio,
  startHttp,
} from "./connect.ts";
import { cpuTime, ms, printTable, ratio } from "./measuring.ts";

/** A server runs for hours: what counts is a call after those in which the engine compiles, and one side has more to compile. */
const WARM_UP = 2000;
const PARALLEL = 100;
const PARALLEL_ROUNDS = 9;

type Call = (value: string) => Promise<void>;

/** One call of the server's tool about a value, which must be answered with yes. */
interface Side {
  readonly name: string;
  readonly pid: number | undefined;
  readonly call: Call;
}

/** Asks the tool of that name about a value of the sample's column. */
async function sideOf(
  name: "fuxi" | "echo" | "DBHub",
  { client, pid }: Connected,
  { table, column }: SampleValues,
): Promise<Side> {
  await client.listTools();
  if (name === "DBHub") {
    const call: Call = async (value) => {
      const sql = `SELECT count(*) AS n FROM "${table}" WHERE "${column}" = '${value.replaceAll("'", "''")}'`;
      const { isError } = await client.callTool({ name: "execute_sql", arguments: { sql } });
      if (isError === true) throw new Error(`DBHub refused: ${sql}`);
    };
    return { name, pid, call };
  }
  const tool = name === "fuxi" ? "is_value_in_column" : "echo_value";
  // The echo's is as long as a handle is, so that both carry as much.
  const workspace = name === "fuxi" ? await openWorkspace(client) : "k5aaxs0rvwqzqd.1";
  const call: Call = async (value) => {
    const given = { workspace, table, column, value };
    const { structuredContent } = await client.callTool({ name: tool, arguments: given });
    if ((structuredContent as { readonly found?: boolean } | undefined)?.found !== true)
      throw new Error(`${tool} did not find "${value}".`);
  };
  return { name, pid, call };
}

interface Measured {
  readonly times: readonly number[];
  /** Milliseconds of one call, in which the server worked. */
  readonly cpu: number;
}

/** Calls the sides in turn, each round another one first. */
async function inTurn(
  sides: readonly Side[],
  values: readonly string[],
  count: number,
): Promise<readonly Measured[]> {
  const times = sides.map((): number[] => []);
  const worked = () => sides.map(({ pid }) => cpuTime(pid));
  let before = worked();
  for (let round = -WARM_UP; round < count; round++) {
    if (round === 0) before = worked();
    const value = values[Math.abs(round) % values.length] ?? "";
    for (let turn = 0; turn < sides.length; turn++) {
      const which = (Math.abs(round) + turn) % sides.length;
      const [time] = await timed(() => (sides[which] as Side).call(value));
      if (round >= 0) times[which]?.push(time);
    }
  }
  const after = worked();
  return times.map((each, which) => ({
    times: each,
    cpu: ((after[which] ?? Number.NaN) - (before[which] ?? Number.NaN)) / count,
  }));
}

type Refused = Awaited<ReturnType<typeof atOnce>>[number];

/** Wall time of many calls at once, and how many of them were not answered at worst. */
async function atOnce(sides: readonly Side[], values: readonly string[]) {
  const times = sides.map((): number[] => []);
  const refused = sides.map(() => 0);
  for (let round = 0; round < PARALLEL_ROUNDS; round++) {
    for (const [which, { call }] of sides.entries()) {
      const calls = Array.from({ length: PARALLEL }, (_, place) => values[place % values.length] ?? "");
      const [time, settled] = await timed(() => Promise.allSettled(calls.map(call)));
      times[which]?.push(time);
      const failed = settled.filter(({ status }) => status === "rejected").length;
      refused[which] = Math.max(refused[which] ?? 0, failed);
    }
  }
  return times.map((each, which) => ({ time: median(each), refused: refused[which] ?? 0 }));
}

interface Row {
  readonly way: string;
  readonly sides: readonly Side[];
}

async function measure({ way, sides }: Row, values: readonly string[], count: number) {
  const [two, others] = [sides.slice(0, 2), sides.slice(2)];
  const [ours, bare] = (await inTurn(two, values, count)) as [Measured, Measured];
  // For information only, and not in turn with the two that are compared.
  const [theirs] = await inTurn(others, values, count);
  const [together, bareTogether] = (await atOnce(two, values)) as [Refused, Refused];
  return {
    single: [
      way,
      ms(median(ours.times)),
      ms(at(ours.times, 0.95)),
      ms(median(bare.times)),
      ms(at(bare.times, 0.95)),
      ratio(median(ours.times), median(bare.times)),
      ms(ours.cpu),
      ms(bare.cpu),
      ratio(ours.cpu, bare.cpu),
      theirs === undefined ? "" : ms(median(theirs.times)),
    ],
    parallel: [
      way,
      ms(together.time),
      ms(bareTogether.time),
      ratio(together.time, bareTogether.time),
      `${PARALLEL - together.refused} of ${PARALLEL}`,
    ],
  };
}

/** `is_value_in_column` with a workspace beside an echo tool on the SDK alone: one call after the other, and a hundred at once. */
export async function calls(path: string, sample: SampleValues, count: number): Promise<void> {
  const rows: Awaited<ReturnType<typeof measure>>[] = [];
  const over = async (way: string, era: Era, connect: () => Promise<readonly Connected[]>) => {
    const [ours, bare, theirs] = await connect();
    if (ours === undefined || bare === undefined) throw new Error("A server did not start.");
    const sides = [
      await sideOf("fuxi", ours, sample),
      await sideOf("echo", bare, sample),
      ...(theirs === undefined ? [] : [await sideOf("DBHub", theirs, sample)]),
    ];
    rows.push(await measure({ way: `${way}, ${era}`, sides }, sample.values, count));
    for (const each of [ours, bare, theirs]) await each?.[Symbol.asyncDispose]();
  };
  for (const era of ERAS) {
    const servers = [fuxi(path, "--quiet"), echo("stdio"), dbhub(path)];
    await over("stdio", era, () => Promise.all(servers.map((server) => overStdio(server, era))));
  }
  await using ours = await startHttp(fuxi(path, "--http", "--port", "0"));
  await using bare = await startHttp(echo("http"));
  for (const era of ERAS)
    await over("HTTP", era, () => Promise.all([ours, bare].map((server) => overHttp(server, era))));
  printTable(
    `One call after the other: is_value_in_column with a workspace, median and 95th percentile of ${count}, in turn`,
    ["way", "fuxi", "p95", "echo", "p95", "ratio", "fuxi CPU", "echo CPU", "ratio", "DBHub execute_sql"],
    rows.map(({ single }) => single),
  );
  printTable(
    `${PARALLEL} calls at once: wall time, median of ${PARALLEL_ROUNDS}`,
    ["way", "fuxi", "echo", "ratio", "answered"],
    rows.map(({ parallel }) => parallel),
  );
}
