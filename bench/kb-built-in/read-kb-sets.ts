import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { CinemaQuestion } from "../../test/support/cinema-answers.ts";
import { readGoldSets } from "../kb-oracle/gold-path.ts";

export interface KbQuestion {
  readonly text: string;
  /** Labels; of the sample, IRIs and values, or number and digest of many. */
  readonly answers: readonly string[];
  readonly record?: unknown;
  /** What the gold path starts from. */
  readonly start: string;
  readonly path: string;
  /** Of the half that may be looked at in detail. */
  readonly even: boolean;
}

export interface KbSet {
  readonly name: string;
  /** The knowledge base. */
  readonly file: string;
  readonly questions: readonly KbQuestion[];
}

/** PathQuestion's questions of two hops may all be looked at in detail. */
const SEEN = "PathQuestion PQ-2H";

export async function readKbSets(folder: string): Promise<readonly KbSet[]> {
  const sets = (await readGoldSets(folder)).filter(({ name }) => !name.endsWith("_more"));
  return sets.map(({ name, file, questions }): KbSet => {
    const isEven = (id: string): boolean =>
      name.startsWith("MetaQA") ? Number(id.split("-").at(-1)) % 2 === 0 : name === SEEN;
    return {
      name: name.replace(/^MetaQA (\d)-hop$/u, "$1hop").replace(/^PathQuestion /u, ""),
      file,
      questions: questions.map(({ id, question, answers, entity, relations }) => ({
        text: question,
        answers,
        start: entity,
        path: `${entity} ${relations.join(" ")}`,
        even: isEven(id),
      })),
    };
  });
}

/** Questions of the sample that need no database. */
export function readCinemaSet(file: string): KbSet {
  const folder = join(import.meta.dirname, "../../src/samples/cinema");
  const read = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), "utf8"));
  if (!existsSync(join(folder, "knowledge-base-questions.json")))
    return { name: "cinema", file, questions: [] };
  const records = read("knowledge-base-answers.json") as Readonly<Record<string, unknown>>;
  const questions = read("knowledge-base-questions.json") as readonly CinemaQuestion[];
  return {
    name: "cinema",
    file,
    questions: questions
      .filter(({ kind }) => kind !== "both")
      .map(({ id, question }) => ({
        text: question,
        answers: [],
        record: records[id],
        start: "",
        path: "",
        even: false,
      })),
  };
}
