/**
 * Gold relations of MetaQA and PathQuestion walked by tool calls: are the answers exactly the gold ones, and is each gold action among what is
 * permitted when it is due (in the list cut to 30; in the whole list)? No thought is given, only the question.
 *
 * node bench/kb-oracle.ts <data-folder> [--only <part of a set's name>] [--every N] [--answers-only] [--list]
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { ActContext } from "../src/environment/act-context.ts";
import { memoryArtifactStore } from "../src/store/artifacts.ts";
import { type GoldSet, readGoldSets } from "./kb-oracle/gold-path.ts";
import { openFile } from "./kb-oracle/open-file.ts";
import { type ActionPlace, type PathReplay, replayPath } from "./kb-oracle/replay-path.ts";

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: "string", default: "" },
    every: { type: "string", default: "1" },
    "answers-only": { type: "boolean", default: false },
    list: { type: "boolean", default: false },
  },
});
const [folder] = positionals;
if (folder === undefined) {
  console.error("node bench/kb-oracle.ts <data-folder>");
  process.exit(64);
}
const scratch = mkdtempSync(join(tmpdir(), "kb-oracle-"));

const share = (part: number, of: number): string =>
  `${part} of ${of} (${((100 * part) / Math.max(1, of)).toFixed(2)} %)`;

function tell(set: GoldSet, replays: readonly PathReplay[], seconds: number): void {
  const endings = Map.groupBy(replays, ({ ending }) => ending);
  const exact = endings.get("exact")?.length ?? 0;
  console.log(
    `\n${set.name}: exactly the gold answers ${share(exact, replays.length)}, in ${seconds.toFixed(1)} s`,
  );
  for (const [ending, all] of endings) if (ending !== "exact") console.log(`  ${ending}: ${all.length}`);
  tellPlaces(replays.flatMap(({ places }) => places));
}

function tellPlaces(places: readonly ActionPlace[]): void {
  if (places.length === 0) return;
  const line = (name: string, all: readonly ActionPlace[]) =>
    `  ${name}: permitted ${share(all.filter(({ permitted }) => permitted).length, all.length)}, among the first 30 ${share(all.filter(({ inCut }) => inCut).length, all.length)}`;
  console.log(line("gold actions", places));
  for (const [key, all] of Map.groupBy(places, ({ tool, hop }) => `${tool}, hop ${hop + 1}`))
    console.log(`  ${line(key, all)}`);
  const spent = places.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
  console.log(
    `  permitted actions: p50 ${spent[spent.length >> 1]?.toFixed(1)} ms, p95 ${spent[Math.floor(spent.length * 0.95)]?.toFixed(1)} ms`,
  );
}

const all: PathReplay[] = [];
try {
  const wanted = (await readGoldSets(folder)).filter(({ name }) => name.includes(options.only));
  for (const [file, sets] of Map.groupBy(wanted, (set) => set.file)) {
    const environment = await openFile(file, scratch);
    const context: ActContext = {
      principal: { id: "bench" },
      signal: new AbortController().signal,
      limits: { rows: 100_000, characters: 20_000, milliseconds: 60_000 },
      artifacts: memoryArtifactStore(),
    };
    for (const set of sets) {
      const started = performance.now();
      const replays: PathReplay[] = [];
      for (const [at, gold] of set.questions.entries()) {
        if (at % Number(options.every) !== 0) continue;
        const replay = await replayPath(
          environment,
          gold,
          { withoutStart: set.withoutStart, permitted: !options["answers-only"] },
          context,
        );
        replays.push(replay);
        if (replay.problem !== undefined)
          console.log(
            `[${gold.id}] ${gold.question}\n  ${gold.entity}: ${gold.relations.join(" ")}\n  ${replay.ending}: ${replay.problem}`,
          );
        const absent = replay.places.filter(({ inCut }) => !inCut);
        if (options.list)
          for (const { tool, hop, permitted, listed } of absent)
            console.log(
              `[${gold.id}] ${gold.question}\n  ${tool} of hop ${hop + 1} is ${permitted ? "permitted" : "not permitted"}, not among the ${listed} listed: ${gold.entity}, ${gold.relations[hop]}`,
            );
      }
      tell(set, replays, (performance.now() - started) / 1000);
      all.push(...replays);
    }
    await environment.close();
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
const exact = all.filter(({ ending }) => ending === "exact").length;
console.log(`\nall: exactly the gold answers ${share(exact, all.length)}`);
tellPlaces(all.flatMap(({ places }) => places));
