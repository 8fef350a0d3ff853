import { existsSync } from "node:fs";
import { join } from "node:path";
import { DataFolder } from "../../src/evaluation/benchmarks/data-folder.ts";
import { jsonQuestions } from "../../src/evaluation/benchmarks/metaqa/metaqa-benchmark.ts";
import type { PathQuestion } from "../../src/evaluation/benchmarks/path-task.ts";
import {
  pathQuestions,
  textsOfTriples,
} from "../../src/evaluation/benchmarks/pathquestion/pathquestion-benchmark.ts";

export type GoldPath = PathQuestion;

export interface GoldSet {
  readonly name: string;
  /** The file of triples that the questions are about. */
  readonly file: string;
  /** Whether the entity that a question starts from is taken away after every hop. */
  readonly withoutStart: boolean;
  readonly questions: readonly GoldPath[];
}

export async function readGoldSets(folder: string): Promise<readonly GoldSet[]> {
  return [...(await metaqa(join(folder, "metaqa"))), ...(await pathQuestion(join(folder, "pathquestion")))];
}

async function metaqa(path: string): Promise<readonly GoldSet[]> {
  const folder = new DataFolder(path, "kb.txt and 1hop_dev.jsonl");
  const there = [1, 2, 3].filter((hops) => folder.has(`${hops}hop_dev.jsonl`));
  return await Promise.all(
    there.map(async (hops) => {
      const file = `${hops}hop_dev.jsonl`;
      const questions = jsonQuestions(await folder.text(file), file);
      return { name: `MetaQA ${hops}-hop`, file: join(path, "kb.txt"), withoutStart: true, questions };
    }),
  );
}

const PATH_QUESTION: readonly (readonly [name: string, kb: string])[] = [
  ["PQ-2H", "2H-kb.txt"],
  ["PQ-3H", "3H-kb.txt"],
  ["PQL-2H", "PQL2-KB.txt"],
  ["PQL-3H", "PQL3-KB.txt"],
  ["PQL-3H_more", "PQL3-KB.txt"],
];

async function pathQuestion(path: string): Promise<readonly GoldSet[]> {
  const folder = new DataFolder(path, "PQ-2H.txt and 2H-kb.txt");
  const there = PATH_QUESTION.filter(([, kb]) => existsSync(join(path, kb)));
  return await Promise.all(
    there.map(async ([name, kb]) => {
      const file = `${name}.txt`;
      const texts = textsOfTriples(await folder.text(kb));
      const questions = pathQuestions(await folder.text(file), texts, { file, prefix: name });
      return { name: `PathQuestion ${name}`, file: join(path, kb), withoutStart: false, questions };
    }),
  );
}
