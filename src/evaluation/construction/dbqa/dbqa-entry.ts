import { z } from "zod";
import { QUESTION_TYPES } from "../../judges/reference-judge.ts";

/** Words of a question, and the table or column (`table.column`) that they stand for. */
export const entity = z.object({ words: z.string(), name: z.string() });
export type Entity = z.infer<typeof entity>;

const figure = z.strictObject({
  shown: z.string(),
  source: z.string().exactOptional(),
  verdict: z.string(),
});
const query = z.strictObject({
  name: z.string(),
  purpose: z.string(),
  sql: z.string(),
  /** Rows. */
  total: z.int(),
});

/** What each stage makes, in their order (*Database question answering*, Section 2). */
const made = {
  control: z.strictObject({ question: z.string(), entities: z.array(entity) }),
  condense: z.strictObject({ question: z.string() }),
  /** By a person; `lost`: words for entities that an edited question no longer has. */
  confirm: z.strictObject({
    verdict: z.enum(["confirmed", "edited", "rejected"]),
    question: z.string(),
    lost: z.array(z.string()),
  }),
  conjecture: z.strictObject({ answer: z.string() }),
  construct: z.strictObject({
    statements: z.array(z.string()),
    rows: z.array(z.strictObject({ table: z.string(), rows: z.int() })),
  }),
  conclude: z.strictObject({
    answer: z.string(),
    /** Id of the run that came to it. */
    run: z.string(),
    queries: z.array(query),
    figures: z.array(figure),
  }),
  classify: z.strictObject({
    type: z.enum(QUESTION_TYPES),
    rationale: z.string(),
    /** What of the conjecture the records do not bear out; empty where they do. */
    contradiction: z.string(),
  }),
};

export type DbqaStage = keyof typeof made;
export type MadeBy<S extends DbqaStage> = z.infer<(typeof made)[S]>;

const common = {
  item: z.string(),
  /** The question that it is about; what was made for another wording no longer counts. Absent where the question is what was made. */
  of: z.string().exactOptional(),
  /** What was wrong with a try, of which nothing was made then. */
  problem: z.string().exactOptional(),
  /** So many replies could not be read, one after the other: the model was told each time, and is not asked further. */
  unread: z.int().exactOptional(),
};

export const dbqaEntry = z.discriminatedUnion("stage", [
  z.strictObject({ ...common, stage: z.literal("control"), made: made.control.exactOptional() }),
  z.strictObject({ ...common, stage: z.literal("condense"), made: made.condense.exactOptional() }),
  z.strictObject({ ...common, stage: z.literal("confirm"), made: made.confirm.exactOptional() }),
  z.strictObject({ ...common, stage: z.literal("conjecture"), made: made.conjecture.exactOptional() }),
  z.strictObject({ ...common, stage: z.literal("construct"), made: made.construct.exactOptional() }),
  z.strictObject({ ...common, stage: z.literal("conclude"), made: made.conclude.exactOptional() }),
  z.strictObject({ ...common, stage: z.literal("classify"), made: made.classify.exactOptional() }),
]);

/** A line of the journal: one try of one stage on one item. */
export type DbqaEntry = z.infer<typeof dbqaEntry>;
