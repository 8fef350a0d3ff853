import { z } from "zod";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import type { GoldPath } from "../path-program.ts";
import { metaqaRelations } from "./metaqa-relations.ts";

/** A question of MetaQA, by whichever of its layouts. */
export interface MetaqaQuestion extends GoldPath {
  readonly id: string;
  readonly question: string;
  readonly answers: readonly string[];
}

const jsonQuestion = z.object({
  id: z.string(),
  question: z.string(),
  entity: z.string(),
  relations: z.array(z.string()),
  answers: z.array(z.string()),
});

/** One question a line: `{"id", "question", "entity", "relations", "answers"}`. @throws FuxiError `data-invalid` */
export function jsonQuestions(text: string, file: string): readonly MetaqaQuestion[] {
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
export function markedQuestions(
  text: string,
  types: string | undefined,
  { file, prefix }: { readonly file: string; readonly prefix: string },
): readonly MetaqaQuestion[] {
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

function linesOf(text: string): readonly string[] {
  return text.split(/\r?\n/u).filter((line) => line.trim() !== "");
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
