import { join } from "node:path";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import type {
  Benchmark,
  BenchmarkSet,
  BenchmarkTask,
  LoadOptions,
  Place,
} from "../../benchmark/benchmark.ts";

import { EM, F1, GRAPH_VA, HITS_AT_1, scoreGraph } from "../../scores/graph/score-graph.ts";
import { checkedFolder, DataFolder, linesOf, noSplit } from "../data-folder.ts";
import { type PathQuestion, pathProgram, pathTask, textGold } from "../path-task.ts";

interface Part {
  readonly split: string;
  /** Name of its file without extension, and prefix of its task ids. */
  readonly name: string;
  readonly kb: string;
  readonly hops: number;
}

const PARTS: readonly Part[] = [
  { split: "pq-2h", name: "PQ-2H", kb: "2H-kb.txt", hops: 2 },
  { split: "pq-3h", name: "PQ-3H", kb: "3H-kb.txt", hops: 3 },
  { split: "pql-2h", name: "PQL-2H", kb: "PQL2-KB.txt", hops: 2 },
  { split: "pql-3h", name: "PQL-3H", kb: "PQL3-KB.txt", hops: 3 },
];
/** Holds the questions of PQL-3H, so it is not among `all`. */
const MORE: Part = { split: "pql-3h-more", name: "PQL-3H_more", kb: "PQL3-KB.txt", hops: 3 };
const MEASURES = [F1, HITS_AT_1, EM, GRAPH_VA];
const LAYOUT = "PathQuestion's files: PQ-2H.txt with 2H-kb.txt, PQL-2H.txt with PQL2-KB.txt, and so on";

/**
 * PathQuestion and PathQuestion-Large (Zhou, Huang and Zhu, "An Interpretable Reasoning Network for Multi-Relation Question Answering", 2018;
 * zmtkeke/IRN): questions of two and three hops on four small graphs. Groups: `set`, PQ or PQL, and `hops`.
 */
export const pathquestionBenchmark: Benchmark = {
  name: "pathquestion",
  title: "PathQuestion: questions of two and three hops on four small graphs (github.com/zmtkeke/IRN)",
  measures: MEASURES,
  load,
};

async function load(options: LoadOptions): Promise<BenchmarkSet> {
  const folder = new DataFolder(checkedFolder("pathquestion", options, ["split"]), LAYOUT);
  const wanted = partsOf(options.split);
  const there = wanted.filter(({ name }) => folder.has(`${name}.txt`));
  if (there.length === 0) folder.needed(wanted.map(({ name }) => `${name}.txt`));
  const tasks: BenchmarkTask[] = [];
  const places: Record<string, Place> = {};
  for (const part of there) {
    tasks.push(...(await tasksOf(part, folder)));
    places[placeOf(part)] = { targets: [join(folder.path, part.kb)] };
  }
  return {
    tasks,
    places,
    checksums: folder.checksums,
    notes: [
      ...wanted
        .filter((part) => !there.includes(part))
        .map(({ name }) => `${name}.txt is not in the folder; its questions are left out.`),
      ...(options.split === undefined || options.split === "all"
        ? ["PQL-3H_more holds the questions of PQL-3H and is a split of its own, pql-3h-more."]
        : []),
    ],
    score: scoreGraph({ measures: MEASURES, goldOf: textGold }),
  };
}

/** @throws FuxiError `usage` */
function partsOf(split = "all"): readonly Part[] {
  if (split === "all") return PARTS;
  const name = split.toLowerCase().replace("_", "-");
  const found = [...PARTS, MORE].filter((part) => part.split === name || part.split.startsWith(`${name}-`));
  const parts = name === "pq" || name === "pql" ? found.filter((part) => part !== MORE) : found.slice(0, 1);
  if (parts.length > 0) return parts;
  throw noSplit("PathQuestion", split, ["all", "pq", "pql", ...[...PARTS, MORE].map((part) => part.split)]);
}

async function tasksOf(part: Part, folder: DataFolder): Promise<readonly BenchmarkTask[]> {
  const file = `${part.name}.txt`;
  const texts = textsOfTriples(await folder.text(part.kb));
  const questions = pathQuestions(await folder.text(file), texts, { file, prefix: part.name });
  const [set = ""] = part.name.split("-");
  return questions.map((question) => {
    const task = pathTask(question, {
      place: placeOf(part),
      hops: part.hops,
      program: pathProgram(question),
    });
    return { ...task, groups: { set, ...task.groups } };
  });
}

function placeOf({ kb }: Part): string {
  return kb.replace(/\.txt$/u, "");
}

/**
 * Questions in PathQuestion's form, one a line: `question<TAB>answer(answer1/answer2/)<TAB>subject#r1#e1#r2#answer#<end>#answer`. Names may hold
 * slashes and brackets, so the names of the knowledge base decide where an answer ends.
 *
 * @param texts subjects and objects of the knowledge base
 * @throws FuxiError `data-invalid`
 */
export function pathQuestions(
  text: string,
  texts: ReadonlySet<string>,
  { file, prefix }: { readonly file: string; readonly prefix: string },
): readonly PathQuestion[] {
  return linesOf(text).map((line, at) => {
    const [question = "", answer = "", path = ""] = line.split("\t").map((part) => part.trim());
    const stops = path.replace(/#<end>#.*$/u, "").split("#");
    const [entity = ""] = stops;
    const relations = stops.filter((_, place) => place % 2 === 1);
    if (question === "" || answer === "" || relations.length === 0) {
      throw new FuxiError(
        "data-invalid",
        `Line ${at + 1} of ${file} is no question of PathQuestion: it lacks an answer or its path.`,
      );
    }
    return {
      id: `${prefix}-${at + 1}`,
      question,
      entity,
      relations,
      answers: answersOf(answer, stops.at(-1) ?? "", texts),
    };
  });
}

/** Subjects and objects of a file of triples with tabs between them. */
export function textsOfTriples(text: string): ReadonlySet<string> {
  return new Set(
    linesOf(text).flatMap((line) => {
      const parts = line.split("\t").filter((part) => part !== "");
      return [parts[0] ?? "", parts.at(-1) ?? ""].map((part) => part.trim());
    }),
  );
}

/** Splits the written answers. An answer that the knowledge base does not contain ends at the next slash. */
function answersOf(written: string, last: string, texts: ReadonlySet<string>): readonly string[] {
  const inner = written.startsWith(`${last}(`)
    ? written.slice(last.length + 1)
    : written.slice(written.indexOf("(") + 1);
  const parts = inner.replace(/\)$/u, "").replace(/\/$/u, "").split("/");
  const answers: string[] = [];
  for (let from = 0; from < parts.length; ) {
    const ends = parts.map((_, end) => end + 1).filter((end) => end > from);
    const end = ends.find((each) => texts.has(parts.slice(from, each).join("/"))) ?? from + 1;
    answers.push(parts.slice(from, end).join("/"));
    from = end;
  }
  return [...new Set(answers.filter((answer) => answer !== ""))];
}
