import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { CinemaQuestion } from "../../test/support/cinema-answers.ts";

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

const PATH_QUESTION = [
  ["PQ-2H", "2H-kb.txt"],
  ["PQ-3H", "3H-kb.txt"],
  ["PQL-2H", "PQL2-KB.txt"],
  ["PQL-3H", "PQL3-KB.txt"],
] as const;

export function readKbSets(folder: string): readonly KbSet[] {
  const metaqa = ["1hop", "2hop", "3hop"].map(
    (name): KbSet => ({
      name,
      file: join(folder, "metaqa/kb.txt"),
      questions: lines(join(folder, `metaqa/${name}_dev.jsonl`)).map(metaQaQuestion),
    }),
  );
  const pathQuestion = PATH_QUESTION.map(
    ([name, file]): KbSet => ({
      name,
      file: join(folder, "pathquestion", file),
      questions: lines(join(folder, `pathquestion/${name}.txt`)).map((line) =>
        pathQuestionOf(line, name === "PQ-2H"),
      ),
    }),
  );
  return [...metaqa, ...pathQuestion];
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

function metaQaQuestion(line: string): KbQuestion {
  const read = JSON.parse(line) as {
    readonly id: string;
    readonly question: string;
    readonly entity: string;
    readonly relations: readonly string[];
    readonly answers: readonly string[];
  };
  return {
    text: read.question,
    answers: read.answers,
    start: read.entity,
    path: `${read.entity} ${read.relations.join(" ")}`,
    even: Number(read.id.split("-").at(-1)) % 2 === 0,
  };
}

/** `question<TAB>answer(a/b/)<TAB>subject#relation#entity#…`. The set in parentheses holds all answers; a name may have a slash of its own. */
function pathQuestionOf(line: string, even: boolean): KbQuestion {
  const [text = "", answers = "", path = ""] = line.split("\t");
  const inner = /\((.*)\)$/u.exec(answers.trim())?.[1] ?? answers;
  return {
    text,
    answers: inner.split("/").filter((each) => each !== ""),
    start: path.split("#")[0] ?? "",
    path,
    even,
  };
}

function lines(path: string): readonly string[] {
  if (!existsSync(path)) return [];
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "");
}
