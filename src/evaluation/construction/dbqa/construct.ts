import { z } from "zod";
import { asData } from "../../../agent/prompts/data-marks.ts";
import { SCRATCH_LIMITS, type ScratchDatabase, type StageContext, type Tried } from "./stage-context.ts";

const INSTRUCTIONS = `You fill an empty SQLite database with made-up records, so that an answer follows from them. Write INSERT statements, and nothing but these, each as INSERT INTO table (columns) VALUES (…), (…) with plain values: no functions, no subqueries. At most ${SCRATCH_LIMITS.statements} statements and ${SCRATCH_LIMITS.rows} rows in all. Keys are unique, and whatever they point to is there. Count and sum the records before you send them: the numbers of the answer have to come out. Add a few records beside those that the answer needs, where they do not change it. Fill each table that the question needs.`;

const form = z.object({
  statements: z.array(z.string()).describe("The INSERT statements, one for each table."),
});

/** What the records are to bear out. */
export interface Conjectured {
  readonly question: string;
  readonly answer: string;
  /** Of records that did not do, where there were any. */
  readonly before: readonly string[];
}

/** Asks for records that bear out the conjecture, and fills the scratch database with them (*Database question answering*, Section 2.2: construct). */
export async function construct(
  { question, answer, before }: Conjectured,
  database: string,
  { ask, schema, scratch }: Pick<StageContext, "ask" | "schema"> & { readonly scratch: ScratchDatabase },
  problems: readonly string[],
): Promise<Tried<"construct">> {
  const { said, problem, unread } = await ask({
    name: "construct",
    form,
    instructions: INSTRUCTIONS,
    input: [
      `Tables:\n${asData(schema)}`,
      `Question: ${question}`,
      `Answer that shall follow:\n${asData(answer)}`,
      ...(before.length === 0 ? [] : [`Records that did not do:\n${asData(before.join("\n"))}`]),
    ].join("\n\n"),
    example: {
      statements: [
        "INSERT INTO book (id, title, kind) VALUES (1, 'Night Train', 'crime'), (2, 'Reeds', 'poetry')",
        "INSERT INTO loan (id, book_id, lent_on) VALUES (1, 1, '2024-03-01'), (2, 1, '2024-04-11')",
      ],
    },
    problems,
  });
  if (problem !== undefined) return { problem, unread };
  const statements = said.statements.map((each) => each.trim()).filter((each) => each !== "");
  const filled = scratch.fill(database, statements);
  if (filled.problem !== undefined) return { problem: filled.problem };
  return { made: { statements, rows: [...filled.rows] } };
}
