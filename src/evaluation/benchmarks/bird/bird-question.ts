import { z } from "zod";
import { FuxiError } from "../../../errors/fuxi-error.ts";

const birdQuestion = z.object({
  question_id: z.union([z.int(), z.string()]),
  db_id: z.string().regex(/^[\w-]+$/u),
  question: z.string(),
  evidence: z.string().nullish(),
  SQL: z.string(),
  difficulty: z.string().nullish(),
});

/** One entry of `dev.json` or of a Mini-Dev file. */
export type BirdQuestion = z.infer<typeof birdQuestion>;

/** @throws FuxiError `data-invalid` with the place of the first thing that is wrong */
export function birdQuestions(content: unknown, file: string): readonly BirdQuestion[] {
  const read = z.array(birdQuestion).safeParse(content);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const [at, ...path] = issue?.path ?? [];
  const where = at === undefined ? "It" : `Entry ${Number(at) + 1}`;
  throw new FuxiError(
    "data-invalid",
    `${file} is no list of BIRD's questions. ${where}: ${path.join(".")} ${issue?.message}.`,
  );
}
