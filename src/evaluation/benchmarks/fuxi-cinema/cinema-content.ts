import { z } from "zod";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import type { ItoolGold, ItoolItem } from "../../itool/itool-item.ts";
import { itoolItems } from "../../itool/read-itool.ts";
import { itoolGolds } from "../itool/itool-benchmark.ts";

/** What the files beside the sample hold, by the names of the files. */
export type CinemaFiles = Readonly<Record<(typeof CINEMA_FILES)[number], unknown>>;

export const CINEMA_FILES = [
  "questions.json",
  "knowledge-base-questions.json",
  "unclear-questions.json",
  "two-turn-questions.json",
  "question-golds.json",
  "itool-items.json",
  "itool-answers.json",
] as const;

const environment = z.enum(["cinema", "cinema-kb"]);
const answers = z.array(z.string());

const databaseQuestions = z.array(
  z.object({ id: z.string(), question: z.string(), sql: z.string(), tags: z.array(z.string()).min(1) }),
);
const graphQuestions = z.array(z.object({ id: z.string(), kind: z.string(), question: z.string() }));
const unclearQuestions = z.array(
  z.object({
    id: z.string(),
    environment,
    question: z.string(),
    kind: z.string(),
    words: z.array(z.string()),
    understandings: z.array(z.object({ meaning: z.string(), gold: z.string() })),
    reply: z.string(),
  }),
);
const followUps = z.array(
  z.object({
    id: z.string(),
    environment,
    first: z.string(),
    firstGold: z.string(),
    second: z.string(),
    secondGold: z.string(),
  }),
);
const golds = z.object({
  knowledgeBase: z.record(z.string(), z.object({ answers, program: z.string().optional() })),
  unclear: z.record(
    z.string(),
    z.object({
      behaviour: z.enum(["ask", "answer", "unanswerable"]),
      understanding: z.int().min(0).optional(),
      answers: answers.optional(),
    }),
  ),
  followUp: z.record(z.string(), z.object({ first: z.string(), answers: answers.optional() })),
});

export type UnclearQuestion = z.infer<typeof unclearQuestions>[number];
export type FollowUp = z.infer<typeof followUps>[number];
export type CinemaGolds = z.infer<typeof golds>;

/** The questions of the sample, read. */
export interface CinemaContent {
  readonly database: z.infer<typeof databaseQuestions>;
  readonly graph: z.infer<typeof graphQuestions>;
  readonly unclear: readonly UnclearQuestion[];
  readonly followUps: readonly FollowUp[];
  readonly golds: CinemaGolds;
  readonly items: readonly ItoolItem[];
  readonly itoolGolds: Readonly<Record<string, ItoolGold>>;
}

/** @throws FuxiError `data-invalid` */
export function cinemaContent(files: CinemaFiles): CinemaContent {
  return {
    database: checked(databaseQuestions, "questions.json", files),
    graph: checked(graphQuestions, "knowledge-base-questions.json", files),
    unclear: checked(unclearQuestions, "unclear-questions.json", files),
    followUps: checked(followUps, "two-turn-questions.json", files),
    golds: checked(golds, "question-golds.json", files),
    items: itoolItems(files["itool-items.json"]),
    itoolGolds: itoolGolds(files["itool-answers.json"], "itool-answers.json"),
  };
}

function checked<T>(schema: z.ZodType<T>, file: keyof CinemaFiles, files: CinemaFiles): T {
  const read = schema.safeParse(files[file]);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new FuxiError("data-invalid", `${file}: ${issue?.path.join(".")} ${issue?.message}.`);
}
