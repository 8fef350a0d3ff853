import { z } from "zod";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import { QUESTION_TYPES } from "../../judges/reference-judge.ts";

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
export function dbqaQuestionsIn(content: unknown, file: string): readonly DbqaQuestion[] {
  return unique(checked(dbqaQuestions, content, file), file);
}

/** The sample's questions, and the computed answers to those that have a reference. */
export interface BundledLongForm {
  readonly questions: unknown;
  readonly answers: unknown;
}

/**
 * Questions of the sample that have an answer, in their order, and how many have none.
 * @throws FuxiError `data-invalid`, also for an answer to a question that is not there
 */
export function bundledLongForm(
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

export const QUESTIONS_FILE = "long-form-questions.json";
export const ANSWERS_FILE = "long-form-answers.json";

function unique<T extends { readonly id: string }>(all: readonly T[], file: string): readonly T[] {
  const twice = all.find((each, at) => all.findIndex((other) => other.id === each.id) < at);
  if (twice === undefined) return all;
  throw new FuxiError("data-invalid", `${file}: the id ${twice.id} stands twice.`, {
    hint: "Give each question an id of its own.",
  });
}

function checked<T>(schema: z.ZodType<T>, content: unknown, file: string): T {
  const read = schema.safeParse(content);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const [at, ...path] = issue?.path ?? [];
  const where = at === undefined ? "" : ` Entry ${Number(at) + 1}, ${path.join(".") || "as a whole"}:`;
  throw new FuxiError("data-invalid", `${file} is no list of questions.${where} ${issue?.message}.`, {
    hint: "docs/evaluation.md tells the layout.",
  });
}
