import type { RunEvent } from "../../../trajectory/run-event.ts";
import type { JsonObject } from "../../../util/json.ts";
import type { Strategy } from "../../strategy.ts";
import { text, texts, textsOf } from "../api-team/role-form.ts";
import { NO_OUTPUT, type RoleStep, roleTurns } from "../role-turns.ts";
import {
  type Asked,
  type BaselineState,
  baseline,
  closedObject,
  DATA_RULE,
  handIn,
  requestFor,
  sqlMember,
  sqlOf,
} from "./baseline.ts";
import { DEMONSTRATED_TABLES, DEMONSTRATIONS, type Demonstration, type SqlClass } from "./demonstrations.ts";

type DinState = BaselineState & {
  /** Columns, keys and values of the question, once they are linked. */
  readonly links?: readonly string[];
  readonly class?: SqlClass;
  /** Questions that the parts of a nested query answer. */
  readonly parts: readonly string[];
  /** The query, once it is written. */
  readonly sql?: string;
};

type Step = RoleStep<DinState>;

/**
 * DIN-SQL (Pourreza and Rafiei, NeurIPS 2023): schema links, the class of the question, a query written in the way of that class, and one correction.
 * Four roles in this order, each with demonstrations on a made-up database; nothing is run before the query is handed in.
 */
export function dinSql(): Strategy {
  return baseline<DinState>({ name: "din-sql", claim: "The query", start: { parts: [] }, next });
}

function next(state: DinState, event: RunEvent): Step {
  switch (event.type) {
    case "run-started":
      return ask(state);
    case "run-resumed":
      return askAnew(state);
    case "policy-replied": {
      const { output, problem } = event.reply;
      if (output !== undefined) return onOutput(state, output);
      // Without a correction the query stays as it is.
      if (state.sql !== undefined) return handIn(state, "corrector", state.sql);
      return tell(state, problem?.message ?? NO_OUTPUT, true);
    }
    default:
      return { state, commands: [] };
  }
}

function onOutput(state: DinState, output: JsonObject): Step {
  const sql = sqlOf(output["sql"]);
  switch (roleOf(state)) {
    case "linker":
      return ask({ ...state, links: textsOf(output["links"]) });
    case "classifier": {
      const named = CLASSES.find((each) => each === output["class"]);
      return ask({ ...state, class: named ?? "nested", parts: textsOf(output["questions"]) });
    }
    case "writer":
      return sql === "" ? tell(state, "The reply has no query.") : ask({ ...state, sql });
    case "corrector":
      return handIn(state, "corrector", sql === "" ? (state.sql ?? "") : sql);
  }
}

const CLASSES: readonly SqlClass[] = ["easy", "non-nested", "nested"];

function roleOf(state: DinState): "linker" | "classifier" | "writer" | "corrector" {
  if (state.links === undefined) return "linker";
  if (state.class === undefined) return "classifier";
  return state.sql === undefined ? "writer" : "corrector";
}

const { ask, askAnew, tell } = roleTurns<DinState>({
  role: roleOf,
  unusable: 2,
  request(state) {
    const { instructions, ...rest } = asked(state);
    const request = requestFor(state, { ...rest, instructions: `${instructions} ${DATA_RULE}` });
    return { ...request, described: true };
  },
});

const thought = { thought: text("How you come to it, in a sentence or two.") };

function asked(state: DinState): Asked {
  const links = `Schema links: ${state.links?.join(", ") || "none"}`;
  switch (roleOf(state)) {
    case "linker":
      return shown(DEMONSTRATIONS, ({ meaning, links }) => ({ thought: meaning, links }), {
        instructions:
          "You find what of a database a question speaks of: the columns that its words mean, as table.column; the keys that join their tables, as table.column = table.column; and the values it names, as they would stand in a query.",
        name: "links",
        members: { ...thought, links: texts("Columns, keys and values.") },
      });
    case "classifier":
      return shown(DEMONSTRATIONS, classified, {
        instructions:
          "You say how hard a question is to translate into SQL. easy: one table, no join, no query within another. non-nested: tables are joined. nested: a query within another, or the union, intersection or difference of queries; then also name the questions that the inner queries answer.",
        after: [links],
        name: "class",
        members: {
          ...thought,
          class: { type: "string", enum: CLASSES },
          questions: texts("What inner queries answer; none unless nested."),
        },
      });
    case "writer":
      return writing(state, links);
    case "corrector":
      return {
        instructions: CORRECTING,
        after: [`Query:\n${state.sql}`],
        name: "correction",
        members: { ...thought, ...sqlMember },
        example: {
          thought: "Nothing is wrong.",
          sql: "SELECT count(*) FROM author WHERE country = 'Norway'",
        },
      };
  }
}

const classified = (each: Demonstration): JsonObject => ({
  thought: each.reason,
  class: each.class,
  questions: each.parts.map(({ question }) => question),
});

/** Each class is written in a way of its own, with the demonstrations of that class. */
function writing({ class: of = "nested", parts }: DinState, links: string): Asked {
  const similar = DEMONSTRATIONS.filter((each) => each.class === of);
  const part = { question: text("What it answers."), ...sqlMember };
  const sketch = { sketch: text("The query with neither joins nor set operations nor queries within it.") };
  const steps = {
    type: "array",
    items: closedObject(part),
    description: "The queries within it.",
  };
  const ways = {
    easy: { how: "It takes one table.", members: { ...sqlMember }, take: ["sql"] },
    "non-nested": {
      how: "It takes joins. First sketch the query without them, then write it.",
      members: { ...thought, ...sketch, ...sqlMember },
      take: ["sketch", "sql"],
    },
    nested: {
      how: "It takes queries within a query. First write those that answer the parts of the question, then sketch the whole, then write it.",
      members: { parts: steps, ...sketch, ...sqlMember },
      take: ["parts", "sketch", "sql"],
    },
  } as const;
  const { how, members, take } = ways[of];
  const output = (each: Demonstration): JsonObject => ({
    ...("thought" in members ? { thought: each.reason } : {}),
    ...Object.fromEntries(take.map((name) => [name, each[name]])),
  });
  const asks = parts.length === 0 ? [] : [`Parts of the question:\n${parts.join("\n")}`];
  return shown(similar, output, {
    instructions: `You write the SQL query that answers a question. ${how} The schema links say what the question speaks of.`,
    after: [links, ...(of === "nested" ? asks : [])],
    name: "query",
    members,
  });
}

const CORRECTING = `You correct a SQL query that was written for a question; most are right already, and then you give it as it is. Look whether
- each table and column is there and of that name, and each name that several tables have is qualified;
- the joins follow the keys, and no table is joined that nothing needs;
- the columns are those asked for and no others, in that order;
- rows that a join repeats are made distinct, and every column that is not aggregated is grouped by;
- the conditions, the order and the limit are those of the question, in the dialect of the database.`;

/** The demonstrations with what the role makes of them. */
function shown(
  demonstrations: readonly Demonstration[],
  output: (each: Demonstration) => JsonObject,
  asks: Omit<Asked, "example">,
): Asked {
  const lines = demonstrations.map((each) => `Question: ${each.question}\n${JSON.stringify(output(each))}`);
  return {
    ...asks,
    instructions: `${asks.instructions}\n\nFor example, over other tables:\n${DEMONSTRATED_TABLES}\n\n${lines.join("\n\n")}\n\nNow over the tables below.`,
    example: output(demonstrations.at(-1) ?? (DEMONSTRATIONS[0] as Demonstration)),
  };
}
