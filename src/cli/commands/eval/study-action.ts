import { memoryArtifactStore } from "../../../artifact-store/memory-artifact-store.ts";
import { loadTokenizer } from "../../../config/evaluation/load-tokenizer.ts";
import { canGrow, type GrowOptions, openGrownPlace } from "../../../config/evaluation/open-grown-place.ts";
import { openPlaces } from "../../../config/evaluation/open-place.ts";
import { ORACLE_SETS, type OracleSet, oracleSets } from "../../../config/evaluation/oracle-sets.ts";
import { defaultFolders } from "../../../config/folders.ts";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import type { OpenPlace } from "../../../evaluation/benchmark/place.ts";
import { simulate } from "../../../evaluation/simulation/simulate.ts";
import { simulationMarkdown } from "../../../evaluation/simulation/simulation-markdown.ts";
import { simulationPage } from "../../../evaluation/simulation/simulation-page.ts";
import { simulationSvg } from "../../../evaluation/simulation/simulation-svg.ts";
import { simulationText } from "../../../evaluation/simulation/simulation-text.ts";
import { measureTokens, type TokenSet } from "../../../evaluation/tokens/measure-tokens.ts";
import { tokenTable } from "../../../evaluation/tokens/token-table.ts";
import { memoryTrajectoryStore } from "../../../trajectory-store/memory-trajectory-store.ts";
import type { CliIo } from "../../cli-io.ts";
import { progressLine } from "../../progress-line.ts";
import { progressOf } from "./eval-progress.ts";
import type { SimulateOptions, StudyOptions, TokensOptions } from "./study-options.ts";
import { writeForms } from "./write-forms.ts";

/** Injects faults into what an oracle does, and prints how far the environments lead back. */
export async function simulateAction(options: SimulateOptions, io: CliIo): Promise<void> {
  const { fault, rate, format, concurrency } = options;
  const { end, ...common } = await commonOf(options, ORACLE_SETS, io);
  const report = await simulate({
    ...common,
    format,
    concurrency,
    ...(fault === undefined ? {} : { classes: fault }),
    ...(rate === undefined ? {} : { rates: rate }),
  });
  end();
  const text = simulationText(report);
  const more = {
    html: simulationPage(report),
    md: simulationMarkdown(report),
    svg: simulationSvg(report),
  };
  await deliver("simulation", { report, text, more }, options, io);
}

/** Sets whose gold is SQL: prompts of the papers' shape are those for databases. */
const OF_DATABASES = ["bird", "cinema-db"];

/** Counts the input tokens of an oracle's trajectories, under our prompts and those of the papers' shape. */
export async function tokensAction(options: TokensOptions, io: CliIo): Promise<void> {
  const { end, sets, ...common } = await commonOf(options, OF_DATABASES, io);
  const shown = options.described === true ? sets : sets.map(withoutDescriptions);
  const report = await measureTokens({
    ...common,
    sets: shown.flatMap((set) => [
      set,
      ...grownOf(set, shown, { ...options, ...common, folder: defaultFolders(io.env).cache }),
    ]),
  });
  end();
  await deliver("tokens", { report, text: tokenTable(report) }, options, io);
}

/** The set on copies of its files with more tables in them, where that is wanted and it has files. */
function grownOf(
  set: OracleSet,
  all: readonly OracleSet[],
  {
    grow,
    openPlace,
    ...options
  }: Pick<TokensOptions, "grow"> & Omit<GrowOptions, "tokens"> & { readonly openPlace: OpenPlace },
): readonly TokenSet[] {
  if (grow === undefined) return [];
  if (!all.some((each) => canGrow(each.set))) {
    throw new FuxiError(
      "usage",
      "None of these sets is kept in SQLite files, of which copies could be grown.",
      {
        hint: "Name the folder that holds bird/ with --data, or leave --grow out.",
      },
    );
  }
  if (!canGrow(set.set)) return [];
  const grown = openGrownPlace(openPlace, { ...options, tokens: grow });
  return [{ ...set, name: `${set.name}, grown to ${grow}`, openPlace: grown }];
}

/** Prompts of the papers' shape show the schema alone. */
function withoutDescriptions({ set, ...named }: OracleSet): OracleSet {
  const places = Object.entries(set.places).map(([name, { targets }]) => [name, { targets }]);
  return { ...named, set: { ...set, places: Object.fromEntries(places) } };
}

async function commonOf({ data, set, sample, seed }: StudyOptions, known: readonly string[], io: CliIo) {
  const folders = defaultFolders(io.env);
  const sets: readonly OracleSet[] = await oracleSets(set, known, {
    cacheFolder: folders.cache,
    ...(data === undefined ? {} : { data }),
  });
  const line = progressLine(io);
  const { warn } = progressOf(false, io);
  return {
    sets,
    countTokens: await loadTokenizer(),
    openPlace: openPlaces({
      folders,
      env: io.env,
      onWarning: warn,
      ...(io.configuration === undefined ? {} : { configuration: io.configuration }),
    }),
    stores: () => ({ trajectories: memoryTrajectoryStore(), artifacts: memoryArtifactStore() }),
    seed,
    ...(sample === undefined ? {} : { sample }),
    signal: io.signal,
    onProgress: ({ done, questions }: { readonly done: number; readonly questions: number }) =>
      line.update(`${done} of ${questions} questions`, done / Math.max(1, questions)),
    end: () => line.done("no language model was asked"),
  };
}

interface Study {
  readonly report: object;
  readonly text: string;
  /** Other forms in which it is written, by the endings of their files. */
  readonly more?: Readonly<Record<string, string>>;
}

async function deliver(
  name: string,
  { report, text, more }: Study,
  { out, json }: StudyOptions,
  io: CliIo,
): Promise<void> {
  const whole = `${JSON.stringify(report, null, 1)}\n`;
  io.out(json === true ? whole : text);
  if (out === undefined) return;
  await writeForms(name, { json: whole, txt: text, ...more }, out, io);
}
