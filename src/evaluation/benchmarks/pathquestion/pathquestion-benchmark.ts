import { join } from "node:path";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import type { Benchmark, BenchmarkSet, LoadOptions } from "../../benchmark/benchmark.ts";
import type { BenchmarkTask } from "../../benchmark/benchmark-task.ts";
import type { Place } from "../../benchmark/place.ts";
import { EM, F1, GRAPH_VA, HITS_AT_1 } from "../../scores/graph/graph-measures.ts";
import { scoreGraph } from "../../scores/graph/score-graph.ts";
import { checkedFolder, DataFolder } from "../data-folder.ts";
import { pathProgram } from "../path-program.ts";
import { pathTask, textGold } from "../path-task.ts";
import { pathQuestions, textsOfTriples } from "./pathquestion-question.ts";

interface Part {
  readonly split: string;
  /** Its file without the ending, and what its tasks are called by. */
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
  const known = [...PARTS, MORE].map((part) => part.split).join(", ");
  throw new FuxiError("usage", `PathQuestion has no split "${split}".`, {
    hint: `Give all, pq, pql or one of ${known}.`,
  });
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
