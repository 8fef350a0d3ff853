import { join } from "node:path";
import { z } from "zod";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import type { Benchmark, BenchmarkSet, BenchmarkTask, LoadOptions } from "../../benchmark/benchmark.ts";

import { EM, F1, GRAPH_VA, HITS_AT_1, scoreGraph } from "../../scores/graph/score-graph.ts";
import { checkedFolder, countNote, DataFolder, linesOf, noSplit } from "../data-folder.ts";
import { type PathQuestion, pathProgram, pathTask, textGold } from "../path-task.ts";

const FROM_MOVIE: Readonly<Record<string, string>> = {
  actor: "starred_actors",
  director: "directed_by",
  writer: "written_by",
  genre: "has_genre",
  language: "in_language",
  tag: "has_tags",
  tags: "has_tags",
  year: "release_year",
  imdbrating: "has_imdb_rating",
  imdbvotes: "has_imdb_votes",
};

/** The relations of a question type, with `^` for the inverse: `movie_to_director_to_movie` is `directed_by`, `^directed_by`. Empty for an unknown type. */
function metaqaRelations(type: string | undefined): readonly string[] {
  const stops = type?.trim().split("_to_") ?? [];
  const relations = stops.slice(1).map((stop, at) => {
    const before = stops[at] ?? "";
    if (before === "movie") return FROM_MOVIE[stop];
    const back = stop === "movie" ? FROM_MOVIE[before] : undefined;
    return back === undefined ? undefined : `^${back}`;
  });
  return relations.every((relation) => relation !== undefined) ? relations : [];
}

const jsonQuestion = z.object({
  id: z.string(),
  question: z.string(),
  entity: z.string(),
  relations: z.array(z.string()),
  answers: z.array(z.string()),
});

/** One question a line: `{"id", "question", "entity", "relations", "answers"}`. @throws FuxiError `data-invalid` */
export function jsonQuestions(text: string, file: string): readonly PathQuestion[] {
  return linesOf(text).map((line, at) => {
    const read = jsonQuestion.safeParse(jsonOf(line));
    if (read.success) return read.data;
    const [issue] = read.error.issues;
    throw unreadable(file, at, `${issue?.path.join(".") ?? ""} ${issue?.message ?? ""}`.trim());
  });
}

/**
 * The publisher's layout: `what does [Entity] …<TAB>answer|answer` a line, and in a file of its own the type of each (`movie_to_actor`). The
 * entity's brackets are taken out of the question.
 *
 * @throws FuxiError `data-invalid`
 */
function markedQuestions(
  text: string,
  types: string | undefined,
  { file, prefix }: { readonly file: string; readonly prefix: string },
): readonly PathQuestion[] {
  const typeOf = types === undefined ? [] : linesOf(types);
  const lines = linesOf(text);
  if (types !== undefined && typeOf.length !== lines.length) {
    throw new FuxiError(
      "data-invalid",
      `${file} has ${lines.length} questions, and the file of their types has ${typeOf.length} lines.`,
    );
  }
  return lines.map((line, at) => {
    const [marked = "", answers] = line.split("\t");
    const entity = /\[(.+)\]/u.exec(marked)?.[1];
    if (entity === undefined || answers === undefined) {
      throw unreadable(file, at, "it is no question with its entity in brackets, a tab and answers");
    }
    return {
      id: `${prefix}-${at + 1}`,
      question: marked.replace(/\[(.+)\]/u, "$1").trim(),
      entity,
      relations: metaqaRelations(typeOf[at]),
      answers: answers.split("|").filter((answer) => answer !== ""),
    };
  });
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function unreadable(file: string, at: number, why: string): FuxiError {
  return new FuxiError("data-invalid", `Line ${at + 1} of ${file} is no question of MetaQA: ${why}.`);
}

const MEASURES = [F1, HITS_AT_1, EM, GRAPH_VA];
const LAYOUT = "kb.txt and 1hop_dev.jsonl, or kb.txt and the publisher's 1-hop/vanilla/qa_dev.txt";
const KB = ["kb.txt", "kb/kb.txt"];
const PLACE = "metaqa";
/** Relation that leads to values, which cannot be the entity of a question. */
const TO_VALUES = "release_year";

/**
 * MetaQA (Zhang et al., "Variational Reasoning for Question Answering with Knowledge Graph", 2018; yuyuz/MetaQA): questions of one to three hops on a
 * graph of films. Its answers leave the entity of the question out after every hop, and so does the oracle's program. Group: `hops`.
 */
export const metaqaBenchmark: Benchmark = {
  name: "metaqa",
  title: "MetaQA: questions of one to three hops on films, dev and test (github.com/yuyuz/MetaQA)",
  measures: MEASURES,
  load,
};

async function load(options: LoadOptions): Promise<BenchmarkSet> {
  const folder = new DataFolder(checkedFolder("metaqa", options, ["split"]), LAYOUT);
  const { hops, part } = splitOf(options.split);
  const kb = folder.needed(KB);
  await folder.noteChecksum(kb);
  const there = hops.filter((each) => folder.first(filesOf(each, part)) !== undefined);
  if (there.length === 0) folder.needed(hops.flatMap((each) => filesOf(each, part)));
  const tasks: BenchmarkTask[] = [];
  for (const each of there) {
    const questions = await readQuestions(folder, each, part);
    tasks.push(...questions.map((question) => metaqaTask(question, each)));
  }
  const absent = hops.filter((each) => !there.includes(each));
  const pathless = tasks.filter(({ oracle }) => oracle === undefined).length;
  return {
    tasks,
    places: { [PLACE]: { targets: [join(folder.path, kb)] } },
    checksums: folder.checksums,
    notes: [
      ...absent.map(
        (each) => `There are no questions of ${each} ${each === 1 ? "hop" : "hops"} in the folder.`,
      ),
      ...countNote(
        pathless,
        tasks,
        `have no gold path: the files with their types (1-hop/qa_${part}_qtype.txt and so on) are not in the folder.`,
      ),
    ],
    score: scoreGraph({ measures: MEASURES, goldOf: textGold }),
  };
}

type Hops = 1 | 2 | 3;
type Part = "dev" | "test";

/** @throws FuxiError `usage` */
function splitOf(split = "all"): { readonly hops: readonly Hops[]; readonly part: Part } {
  const [, hops, part = "dev"] = /^(?:([123])-?hop|all)(?:-(dev|test))?$/u.exec(split) ?? [undefined, "none"];
  if (hops === "none") {
    throw noSplit("MetaQA", split, [
      "1hop",
      "2hop",
      "3hop",
      "all",
      "1hop-test",
      "2hop-test",
      "3hop-test",
      "all-test",
    ]);
  }
  return { hops: hops === undefined ? [1, 2, 3] : [Number(hops) as Hops], part: part as Part };
}

function filesOf(hops: Hops, part: Part): readonly string[] {
  return [`${hops}hop_${part}.jsonl`, `${hops}-hop/vanilla/qa_${part}.txt`];
}

async function readQuestions(folder: DataFolder, hops: Hops, part: Part): Promise<readonly PathQuestion[]> {
  const file = folder.needed(filesOf(hops, part));
  const text = await folder.text(file);
  if (file.endsWith(".jsonl")) return jsonQuestions(text, file);
  const types = folder.first([
    `${hops}-hop/qa_${part}_qtype.txt`,
    `${hops}-hop/vanilla/qa_${part}_qtype.txt`,
  ]);
  return markedQuestions(text, types === undefined ? undefined : await folder.text(types), {
    file,
    prefix: `${hops}hop-${part}`,
  });
}

function metaqaTask(question: PathQuestion, hops: Hops): BenchmarkTask {
  return pathTask(question, {
    place: PLACE,
    hops,
    program: pathProgram(question, { withoutStart: (relation) => relation !== TO_VALUES }),
  });
}
