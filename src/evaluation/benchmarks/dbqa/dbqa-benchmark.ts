import { FuxiError } from "../../../errors/fuxi-error.ts";
import type { Benchmark, BenchmarkSet, LoadOptions } from "../../benchmark/benchmark.ts";
import type { Place } from "../../benchmark/place.ts";
import { LONG_FORM_MEASURES } from "../../scores/long-form/long-form-measures.ts";
import { scoreLongForm } from "../../scores/long-form/score-long-form.ts";
import { contentChecksum } from "../content-checksum.ts";
import { checkedFolder, DataFolder } from "../data-folder.ts";
import { leftOutNote } from "../left-out-note.ts";
import {
  ANSWERS_FILE,
  type BundledLongForm,
  bundledLongForm,
  type DbqaQuestion,
  dbqaQuestionsIn,
  QUESTIONS_FILE,
} from "./dbqa-content.ts";
import { type DatabaseOfScript, dbqaPlaces } from "./dbqa-places.ts";

const LAYOUT =
  "questions.json (id, question, db_id, type, answer) and database/<db_id>/<db_id>.sqlite or schema.sql (docs/evaluation.md)";
/** The only split, of the bundled set. */
const CINEMA = "cinema";

export interface DbqaOptions {
  /** Questions on the sample with their computed answers. */
  readonly bundled: () => Promise<BundledLongForm>;
  readonly makeDatabase: DatabaseOfScript;
}

interface Loaded {
  readonly questions: readonly DbqaQuestion[];
  readonly places: Readonly<Record<string, Place>>;
  readonly checksums: Readonly<Record<string, string>>;
  readonly notes: readonly string[];
}

/**
 * Questions that take a report to answer (*Database question answering*, Section 2): conclusive ones, which demand one outcome, and interpretive ones,
 * which allow several. Without a folder the bundled set over the sample; with one, any set in the layout of docs/evaluation.md, as the paper's data
 * are not published in a form of their own. Group: `type`.
 */
export function dbqaBenchmark(options: DbqaOptions): Benchmark {
  return {
    name: "dbqa",
    title: "DBQA: questions on databases that take several queries and a report (Nan et al., 2023)",
    measures: LONG_FORM_MEASURES,
    load: async (given) => {
      const loaded = await (given.folder === undefined
        ? cinemaSet(options, given)
        : folderSet(options, given));
      return setOf(loaded, given.judge);
    },
  };
}

async function cinemaSet({ bundled }: DbqaOptions, options: LoadOptions): Promise<Loaded> {
  checkedFolder("dbqa", { ...options, folder: "" }, ["judge", "split"]);
  const { split = CINEMA } = options;
  if (split !== CINEMA) {
    throw new FuxiError("usage", `The bundled set of dbqa has no split "${split}".`, {
      hint: `Give ${CINEMA} or none, or name the folder of another set with --data <folder>.`,
    });
  }
  const files = await bundled();
  const { questions, unanswered } = bundledLongForm(files, CINEMA);
  return {
    questions,
    places: { [CINEMA]: { targets: ["sample:cinema"] } },
    checksums: {
      [QUESTIONS_FILE]: contentChecksum(files.questions),
      [ANSWERS_FILE]: contentChecksum(files.answers),
    },
    notes: [
      "The questions were written for this project from the schema of made-up data: no figure here compares with a published one.",
      ...(unanswered === 0
        ? []
        : [
            `${unanswered} of ${questions.length + unanswered} questions were left out: they have no reference answer yet.`,
          ]),
    ],
  };
}

async function folderSet({ makeDatabase }: DbqaOptions, options: LoadOptions): Promise<Loaded> {
  const folder = new DataFolder(checkedFolder("dbqa", options, ["judge"]), LAYOUT);
  const file = folder.needed(["questions.json"]);
  const questions = dbqaQuestionsIn(await folder.json(file), file);
  const databases = questions.map(({ db_id }) => db_id);
  const places = await dbqaPlaces(databases, folder, { makeDatabase, cacheFolder: options.cacheFolder });
  const notes = leftOutNote(databases, places);
  return {
    questions: questions.filter(({ db_id }) => Object.hasOwn(places, db_id)),
    places,
    checksums: folder.checksums,
    notes,
  };
}

function setOf({ questions, places, checksums, notes }: Loaded, judge: string | undefined): BenchmarkSet {
  const golds = new Map(questions.map(({ id, type, answer }) => [id, { type, reference: answer }] as const));
  return {
    tasks: questions.map(({ id, question, db_id, type, answer }) => ({
      id,
      place: db_id,
      question,
      groups: { type },
      gold: { answer },
    })),
    places,
    checksums,
    notes: [
      ...notes,
      ...(judge === undefined
        ? [
            "No judge was named when it was run: match and grade come of --judge-model, or afterwards of fuxi eval judges <run> --reference, which fuxi eval table shows.",
          ]
        : []),
    ],
    async score(answered, context) {
      const gold = golds.get(answered.task.id);
      if (gold === undefined)
        throw new FuxiError("usage", `The task ${answered.task.id} is none of the set's.`);
      return await scoreLongForm(answered, gold, context);
    },
  };
}
