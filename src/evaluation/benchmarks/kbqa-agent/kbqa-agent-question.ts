import { z } from "zod";
import { FuxiError } from "../../../errors/fuxi-error.ts";

const kbqaAgentQuestion = z.object({
  qid: z.union([z.string(), z.number()]).transform(String),
  question: z.string(),
  source: z.string().optional(),
  /** Names as in the question, and ids. */
  entities: z.record(z.string(), z.string()),
  s_expression: z.string(),
  actions: z.array(z.string()).optional(),
  answer: z.array(
    z.object({
      answer_type: z.enum(["Entity", "Value"]).optional(),
      answer_argument: z.union([z.string(), z.number()]).transform(String),
      entity_name: z.string().nullish(),
    }),
  ),
});

/** As AgentBench and Middleware publish it. */
export type KbqaAgentQuestion = z.infer<typeof kbqaAgentQuestion>;

/** @throws FuxiError `data-invalid` */
export function kbqaAgentQuestions(content: unknown, file: string): readonly KbqaAgentQuestion[] {
  const read = z.array(kbqaAgentQuestion).safeParse(content);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const [at, ...path] = issue?.path ?? [];
  const where = at === undefined ? "It" : `Entry ${Number(at) + 1}`;
  throw new FuxiError(
    "data-invalid",
    `${file} is no list of questions in the KBQA-Agent format. ${where}: ${path.join(".")} ${issue?.message}.`,
  );
}

/**
 * By what the paper's Table 2 is split, from the S-expression: `counting` where the answer is a number of things, `superlative` where somewhere the most
 * or the least is taken, `none` otherwise.
 */
export function functionOf(sExpression: string): "counting" | "superlative" | "none" {
  if (/^\s*\(\s*COUNT\b/iu.test(sExpression)) return "counting";
  if (/\(\s*ARG(?:MAX|MIN)\b/iu.test(sExpression)) return "superlative";
  return /\(\s*COUNT\b/iu.test(sExpression) ? "counting" : "none";
}

/** Relations and attributes that the gold actions look at, as the authors of Middleware count hops; undefined without actions. */
export function hopsOf({ actions }: Pick<KbqaAgentQuestion, "actions">): number | undefined {
  return actions?.filter((action) => /get_relations|get_attributes/u.test(action)).length;
}

/** Classes, relations, entities and values of a program, each once. */
export function namesOfProgram(sExpression: string): readonly string[] {
  const atoms = sExpression.match(/"[^"]*"|[^\s()]+/gu) ?? [];
  const named = atoms.map((atom) => atom.replace(/^"(.*)"$/u, "$1").replace(/\^\^.*$/u, ""));
  return [...new Set(named.filter((atom) => !OPERATORS.has(atom.toUpperCase()) && atom !== ""))];
}

const OPERATORS = new Set("AND OR JOIN R COUNT ARGMAX ARGMIN LT LE GT GE EQ NE TC NOW".split(" "));
