import { Command } from "commander";
import { LOCAL_PRINCIPAL } from "../../config/shared-store.ts";
import { addUsage, NO_USAGE } from "../../model/usage.ts";
import type { RunEvent } from "../../trajectory/run-event.ts";
import type { RunSummary, TrajectoryStore } from "../../trajectory/trajectory-store.ts";
import { defaultFolders } from "../../util/default-folders.ts";
import { type CliIo, EXIT, type SetExitCode } from "../cli-io.ts";
import { positive } from "../option-values.ts";
import { checkOutput, formOf, type OutputOptions } from "../output/output-form.ts";
import { localTime } from "../render/lines.ts";
import { addAnswerOptions } from "../run-options.ts";

async function withStore(io: CliIo, work: (store: TrajectoryStore) => Promise<void>): Promise<void> {
  const { openTrajectoryStore } = await import("../../config/open-stores.ts");
  const store = await openTrajectoryStore(defaultFolders(io.env));
  try {
    await work(store);
  } finally {
    await store.close();
  }
}

function summaryLine(run: RunSummary, io: CliIo): string {
  const outcome = run.outcome ?? "not ended";
  const paint =
    outcome === "answered" ? io.colors.green : outcome === "failed" ? io.colors.red : io.colors.yellow;
  const when = run.startedAt.slice(0, 16).replace("T", " ");
  return `${run.id}  ${when}  ${paint(outcome.padEnd(12))}  ${run.environments.join("+")}  ${run.question}`;
}

const isResultAlone = ({ output, json, out, sql }: OutputOptions): boolean =>
  output !== undefined || json === true || out !== undefined || sql === true;

/** The message for a run that has not ended. An end before it was resumed does not count. */
function notEnded(id: string, last: RunEvent | undefined): string {
  const since = last === undefined ? "" : `: its last step was at ${localTime(new Date(last.at))}`;
  return `Not ended${since}. If no process is working on it any more, go on with: fuxi resume ${id}`;
}

/** Prints the result of an ended run, as `fuxi ask` does, and returns the exit code. */
async function printResult(
  id: string,
  options: OutputOptions,
  store: TrajectoryStore,
  io: CliIo,
): Promise<number> {
  checkOutput(options, io.outIsTerminal === true);
  const { checkWritable } = await import("../output/write-whole-file.ts");
  if (options.out !== undefined && options.out !== "-") checkWritable(options.out);
  const run = await store.read(id, LOCAL_PRINCIPAL);
  const last = run.at(-1);
  if (last?.type !== "run-finished") {
    if (formOf(options) === "json")
      io.out(`${JSON.stringify({ outcome: "not-ended", at: last?.at ?? null, token: id })}\n`);
    io.err(`${notEnded(id, last)}\n`);
    return EXIT.stopped;
  }
  const { openArtifactStore } = await import("../../config/open-stores.ts");
  const { printOutcome } = await import("../output/print-outcome.ts");
  const artifacts = await openArtifactStore(defaultFolders(io.env));
  const replies = run.filter((event) => event.type === "policy-replied");
  const usage = replies.reduce((sum, { reply }) => addUsage(sum, reply.usage), NO_USAGE);
  const printed = { outcome: last.outcome, runId: id, usage, events: async () => run };
  try {
    return await printOutcome(printed, options, { artifacts, principal: LOCAL_PRINCIPAL }, io);
  } finally {
    await artifacts.close();
  }
}

export function runsCommand(io: CliIo, setExitCode: SetExitCode): Command {
  const runs = new Command("runs").description("trajectories of earlier runs");
  runs
    .command("list")
    .description("newest first")
    .option("--limit <n>", "how many", positive, 20)
    .option("--json", "as JSON")
    .action((options: { limit: number; json?: boolean }) =>
      withStore(io, async (store) => {
        const list = await store.list({ principal: LOCAL_PRINCIPAL, limit: Math.ceil(options.limit) });
        if (options.json === true) io.out(`${JSON.stringify(list, null, 2)}\n`);
        else if (list.length === 0) io.err("No runs yet. Begin with: fuxi demo\n");
        else io.out(`${list.map((run) => summaryLine(run, io)).join("\n")}\n`);
      }),
    );
  addAnswerOptions(runs.command("show"))
    .description("one run as it went, with its outcome; with --output, --out or --sql its result alone")
    .argument("<run>")
    .action((id: string, options: OutputOptions) =>
      withStore(io, async (store) => {
        if (isResultAlone(options)) return setExitCode(await printResult(id, options, store, io));
        const events = await store.read(id, LOCAL_PRINCIPAL);
        const { renderOutcome } = await import("../render/outcome-text.ts");
        const { traceTo } = await import("../render/trace.ts");
        const trace = traceTo({ ...io, err: io.out });
        for (const event of events) {
          if (event.type === "run-started") io.out(`${io.colors.bold(event.task.question)}\n`);
          trace(event);
        }
        const last = events.at(-1);
        const outcome = last?.type === "run-finished" ? last.outcome : undefined;
        if (outcome?.type === "answered" && outcome.report !== undefined) {
          io.out("\n");
          return setExitCode(await printResult(id, options, store, io));
        }
        io.out(outcome === undefined ? `\n${notEnded(id, last)}\n` : `\n${renderOutcome(outcome, id, io)}\n`);
      }),
    );
  addAnswerOptions(runs.command("export"))
    .description("the events as JSON lines on stdout; with --output, --out or --sql its result alone")
    .argument("<run>")
    .action((id: string, options: OutputOptions) =>
      withStore(io, async (store) => {
        if (isResultAlone(options)) return setExitCode(await printResult(id, options, store, io));
        for (const event of await store.read(id, LOCAL_PRINCIPAL)) io.out(`${JSON.stringify(event)}\n`);
      }),
    );
  runs
    .command("delete")
    .description("forget runs for good")
    .argument("<run...>")
    .action((ids: string[]) =>
      withStore(io, async (store) => {
        for (const id of ids) await store.delete(id, LOCAL_PRINCIPAL);
        io.err(`Deleted ${ids.length} ${ids.length === 1 ? "run" : "runs"}.\n`);
      }),
    );
  return runs;
}
