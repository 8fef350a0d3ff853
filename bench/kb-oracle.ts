/**
 * Gold relations of MetaQA and PathQuestion walked by tool calls: are the answers exactly the gold ones, and is each gold action among what is
 * permitted when it is due (in the list cut to 30; in the whole list)? How often does a right answer show another reading? No thought is given, only the question.
 *
 * node bench/kb-oracle.ts <data-folder> [--only <part of a set's name>] [--every N] [--list]
 */
import { at, ended, scratchFolder, share, typed } from "./common.ts";
import { benchContext, openKnowledgeBase } from "./environments.ts";
import {
  type GoldSet,
  type HopPlace,
  type PathReplay,
  readGoldSets,
  replayPath,
} from "./kb-oracle/replay-path.ts";

const { flags, words } = typed({ only: "", every: 1, list: false });
const folder = words[0] ?? ended("node bench/kb-oracle.ts <data-folder>");

function tell(set: GoldSet, replays: readonly PathReplay[], seconds: number): void {
  const endings = Map.groupBy(replays, ({ ending }) => ending);
  console.log(`\n${set.name}: exactly the gold answers ${exactShare(replays)}, in ${seconds.toFixed(1)} s`);
  for (const [ending, all] of endings) if (ending !== "exact") console.log(`  ${ending}: ${all.length}`);
  tellHangsOn(replays);
  tellPlaces(replays.flatMap(({ places }) => places));
}

function tellHangsOn(replays: readonly PathReplay[]): void {
  const readings = replays.map(({ hangsOn = [] }) => hangsOn);
  console.log(
    `  with another reading: ${share(readings.filter(({ length }) => length > 0).length, replays.length, 2)}`,
  );
  for (const [kind, all] of Map.groupBy(readings.flat(), (each) => each.kind))
    console.log(`    ${kind}: ${all.length}`);
}

const exactShare = (replays: readonly PathReplay[]): string =>
  share(replays.filter(({ ending }) => ending === "exact").length, replays.length, 2);

function tellPlaces(places: readonly HopPlace[]): void {
  if (places.length === 0) return;
  const line = (name: string, all: readonly HopPlace[]) =>
    `  ${name}: permitted ${share(all.filter(({ permitted }) => permitted).length, all.length, 2)}, among the first 30 ${share(all.filter(({ inCut }) => inCut).length, all.length, 2)}`;
  console.log(line("gold actions", places));
  for (const [key, all] of Map.groupBy(places, ({ tool, hop }) => `${tool}, hop ${hop + 1}`))
    console.log(`  ${line(key, all)}`);
  const spent = places.map(({ milliseconds }) => milliseconds);
  console.log(
    `  permitted actions: p50 ${at(spent, 0.5).toFixed(1)} ms, p95 ${at(spent, 0.95).toFixed(1)} ms`,
  );
}

using scratch = scratchFolder("kb-oracle");
const all: PathReplay[] = [];
const context = benchContext({ rows: 100_000, characters: 20_000, milliseconds: 60_000 });
const wanted = (await readGoldSets(folder)).filter(({ name }) => name.includes(flags.only));
for (const [file, sets] of Map.groupBy(wanted, (set) => set.file)) {
  const environment = await openKnowledgeBase(file, scratch.path);
  for (const set of sets) {
    const started = performance.now();
    const replays: PathReplay[] = [];
    for (const [place, gold] of set.questions.entries()) {
      if (place % flags.every !== 0) continue;
      const replay = await replayPath(environment, gold, set.withoutStart, context);
      replays.push(replay);
      const asked = `[${gold.id}] ${gold.question}\n  `;
      if (replay.problem !== undefined)
        console.log(
          `${asked}${gold.entity}: ${gold.relations.join(" ")}\n  ${replay.ending}: ${replay.problem}`,
        );
      for (const { kind, text } of flags.list ? (replay.hangsOn ?? []) : [])
        console.log(`${asked}${kind}: ${text}`);
      for (const { tool, hop, permitted, listed, inCut } of flags.list ? replay.places : [])
        if (!inCut)
          console.log(
            `${asked}${tool} of hop ${hop + 1} is ${permitted ? "permitted" : "not permitted"}, not among the ${listed.length} listed: ${gold.entity}, ${gold.relations[hop]}`,
          );
    }
    tell(set, replays, (performance.now() - started) / 1000);
    all.push(...replays);
  }
  await environment.close();
}
console.log(`\nall: exactly the gold answers ${exactShare(all)}`);
tellHangsOn(all);
tellPlaces(all.flatMap(({ places }) => places));
