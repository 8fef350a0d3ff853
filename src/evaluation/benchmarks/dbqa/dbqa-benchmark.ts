import { createHash } from "node:crypto";
import { join } from "node:path";
import { z } from "zod";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import type { Benchmark, BenchmarkSet, LoadOptions, Place } from "../../benchmark/benchmark.ts";

import { QUESTION_TYPES } from "../../judges/judge.ts";
import { LONG_FORM_MEASURES, scoreLongForm } from "../../scores/long-form/score-long-form.ts";
import {
  checkedContent,
  checkedFolder,
  checkOptions,
  contentChecksum,
  DataFolder,
  leftOutNote,
  noSplit,
  ofSet,
} from "../data-folder.ts";

const type = z.enum(QUESTION_TYPES);
const id = z.string().regex(/^[^/]+$/u, "no id without a slash");
const said = z.string().regex(/\S/u, "empty");

const dbqaQuestions = z
  .array(
    z.object({
      id,
      question: said,
      db_id: z.string().regex(/^[\w-]+$/u, "only letters, digits, _ and - may be in it"),
      type,
      answer: said,
    }),
  )
  .min(1);

const bundledQuestions = z.array(z.object({ id, type, question: said }));
const bundledAnswers = z.array(z.object({ id, answer: said }));

export type DbqaQuestion = z.infer<typeof dbqaQuestions>[number];

/** @throws FuxiError `data-invalid`, with the place in the file */
function dbqaQuestionsIn(content: unknown, file: string): readonly DbqaQuestion[] {
  return unique(checked(dbqaQuestions, content, file), file);
}

/** The sample's questions, and the computed reference answers. */
interface BundledLongForm {
  readonly questions: unknown;
  readonly answers: unknown;
}

/**
 * The sample's questions with a reference answer, in order, and the number of those without.
 * @throws FuxiError `data-invalid`, also for an answer to a question that is not there
 */
function bundledLongForm(
  { questions, answers }: BundledLongForm,
  database: string,
): { readonly questions: readonly DbqaQuestion[]; readonly unanswered: number } {
  const asked = unique(checked(bundledQuestions, questions, QUESTIONS_FILE), QUESTIONS_FILE);
  const known = unique(checked(bundledAnswers, answers, ANSWERS_FILE), ANSWERS_FILE);
  const byId = new Map(known.map((each) => [each.id, each.answer]));
  const stranger = known.find(({ id: own }) => !asked.some((each) => each.id === own));
  if (stranger !== undefined)
    throw new FuxiError("data-invalid", `${ANSWERS_FILE}: no question has the id ${stranger.id}.`);
  const answered = asked.flatMap((each): readonly DbqaQuestion[] => {
    const answer = byId.get(each.id);
    return answer === undefined ? [] : [{ ...each, db_id: database, answer }];
  });
  return { questions: answered, unanswered: asked.length - answered.length };
}

const QUESTIONS_FILE = "long-form-questions.json";
const ANSWERS_FILE = "long-form-answers.json";

function unique<T extends { readonly id: string }>(all: readonly T[], file: string): readonly T[] {
  const twice = all.find((each, at) => all.findIndex((other) => other.id === each.id) < at);
  if (twice === undefined) return all;
  throw new FuxiError("data-invalid", `${file}: the id ${twice.id} stands twice.`, {
    hint: "Give each question an id of its own.",
  });
}

const checked = <T>(schema: z.ZodType<T>, content: unknown, file: string): T =>
  checkedContent(schema, content, file, "list of questions (docs/evaluation.md tells the layout)");

const LAYOUT =
  "questions.json (id, question, db_id, type, answer) and database/<db_id>/<db_id>.sqlite or schema.sql (docs/evaluation.md)";
/** The only split, of the bundled set. */
const CINEMA = "cinema";

export interface DbqaOptions {
  /** Questions on the sample with their computed answers. */
  readonly bundled: () => Promise<BundledLongForm>;
  /** Creates a database file from a script with declarations and INSERTs, unless it exists. Throws `data-invalid` if the script does not run. */
  readonly makeDatabase: (script: string, path: string) => void;
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
  checkOptions("dbqa", options, ["judge", "split"]);
  const { split = CINEMA } = options;
  if (split !== CINEMA) throw noSplit("The bundled set of dbqa", split, [CINEMA]);
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
        : [`${unanswered} questions were left out: they have no reference answer yet.`]),
    ],
  };
}

async function folderSet({ makeDatabase }: DbqaOptions, options: LoadOptions): Promise<Loaded> {
  const folder = new DataFolder(checkedFolder("dbqa", options, ["judge"]), LAYOUT);
  const file = folder.needed(["questions.json"]);
  const questions = dbqaQuestionsIn(await folder.json(file), file);
  const databases = questions.map(({ db_id }) => db_id);
  const places = await dbqaPlaces(databases, folder, makeDatabase, options.cacheFolder);
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
        ? ["No judge was named when it was run: match and grade come of --judge-model."]
        : []),
    ],
    async score(answered, context) {
      return await scoreLongForm(answered, ofSet(golds.get(answered.task.id), answered.task.id), context);
    },
  };
}

/**
 * Places of the databases in the folder: `database/<db_id>/<db_id>.sqlite` as in Spider, else a database made from `database/<db_id>/schema.sql`
 * and cached by the script's checksum.
 * @throws FuxiError `data-invalid` for a script that does not run, with its file
 */
async function dbqaPlaces(
  databases: readonly string[],
  folder: DataFolder,
  makeDatabase: DbqaOptions["makeDatabase"],
  cacheFolder: string,
): Promise<Readonly<Record<string, Place>>> {
  const places: Record<string, Place> = {};
  for (const database of new Set(databases)) {
    const file = join("database", database, `${database}.sqlite`);
    const script = join("database", database, "schema.sql");
    if (folder.has(file)) {
      await folder.noteChecksum(file);
      places[database] = { targets: [join(folder.path, file)] };
    } else if (folder.has(script)) {
      const text = await folder.text(script);
      const key = createHash("sha256").update(text).digest("hex").slice(0, 16);
      const path = join(cacheFolder, "dbqa", `${key}.sqlite`);
      try {
        makeDatabase(text, path);
      } catch (cause) {
        if (!FuxiError.isInstance(cause) || cause.code !== "data-invalid") throw cause;
        throw new FuxiError("data-invalid", `${script} makes no database. ${cause.message}`, { cause });
      }
      places[database] = { targets: [path] };
    }
  }
  return places;
}
