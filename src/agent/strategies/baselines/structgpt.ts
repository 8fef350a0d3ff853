import type { RunEvent } from "../../../trajectory/run-event.ts";
import { foldText } from "../../../util/fold-text.ts";
import { given } from "../../../util/given.ts";
import type { JsonObject } from "../../../util/json.ts";
import { asData } from "../../prompts/data-marks.ts";
import type { Strategy } from "../../strategy.ts";
import { objectOf, text, textOf, texts, textsOf } from "../api-team/role-form.ts";
import { namedMembers } from "../one-round.ts";
import { command, NO_OUTPUT, type RoleStep, roleTurns } from "../role-turns.ts";
import {
  type Asked,
  answered,
  type BaselineState,
  baseline,
  DATA_RULE,
  handIn,
  requestFor,
  unanswerable,
} from "./baseline.ts";
import {
  type ActionEvent,
  act,
  askPermitted,
  linkedEntities,
  listRelations,
  madeSet,
  type NamedRelation,
  namedIn,
  repeats,
} from "./graph-steps.ts";
import { EXTRACT_INFORMATION, EXTRACT_TABLES } from "./table-interfaces.ts";

export interface StructGptOptions {
  /** Identifiers or names of the question's entities; found in the question unless given. */
  readonly entities?: readonly string[];
}

/** Whose turn it is: who chooses tables or relations, who writes the query, who answers from triples. */
type Role = "table-selector" | "query-writer" | "relation-selector" | "reasoner";

/** An entity or a set from which relations can be followed. */
type End = {
  /** The argument that names it in calls. */
  readonly argument: string;
  readonly title: string;
  readonly relations: readonly NamedRelation[];
};

type Member = { readonly id: string; readonly name: string };

/** The triples of one relation: what it leads to from an end. */
type Reading = {
  readonly subject: string;
  readonly relation: string;
  /** The variable that holds the tails; absent until the call has made it. */
  readonly variable?: string;
  readonly kind: string;
  readonly size: number;
  /** The tails that are shown. */
  readonly tails: readonly Member[];
};

type StructState = BaselineState & {
  readonly kind: string;
  readonly turn: Role;
  /** Tables of the database, and what the last call showed of them. */
  readonly tables: readonly string[];
  readonly shown: string;
  /** Where the triples read so far end. */
  readonly ends: readonly End[];
  readonly readings: readonly Reading[];
  /** Readings of the present hop, by the id of the call that is to fill them in. */
  readonly pending: Readonly<Record<string, Reading>>;
};

type Step = RoleStep<StructState>;

const UNUSABLE = 3;
/** Relations followed in one hop, over all ends. */
const MOST_FOLLOWED = 10;
/** Tails of one relation that are shown. */
const MOST_TAILS = 50;

/**
 * StructGPT (Jiang et al., EMNLP 2023): reading through narrow interfaces in a fixed order, then reasoning over what was read. Databases: tables
 * and columns, foreign keys of the chosen tables, query. Knowledge bases: relations of the entities, triples of the chosen relations, answer or
 * the next hop. Nothing that fails is tried again. It needs `structuredInterfaces` of the environment.
 */
export function structGpt({ entities }: StructGptOptions = {}): Strategy {
  return baseline<StructState>({
    name: "structgpt",
    options: given({ entities }),
    claim: "The answer",
    start: {
      ...{ kind: "", turn: "table-selector", tables: [], shown: "" },
      ...{ ends: [], readings: [], pending: {} },
    },
    next: (state, event) => next(state, event, entities),
  });
}

function next(state: StructState, event: RunEvent, entities: readonly string[] | undefined): Step {
  switch (event.type) {
    case "run-started":
      return command({ ...state, kind: event.environments[0]?.kind ?? "" }, [askPermitted(state.turn)]);
    case "run-resumed":
      return askAnew(state);
    case "actions-permitted": {
      const hasTables = event.options.some(
        (each) => each.type === "action" && each.action.tool === EXTRACT_TABLES,
      );
      if (hasTables) return act(state, state.turn, [{ tool: EXTRACT_TABLES, arguments: {} }]);
      const linked = linkedEntities(event.options, entities);
      return hop({ ...state, ends: linked.map((each) => ({ ...each, relations: [] })) });
    }
    case "action-observed":
    case "action-failed":
      return onRead(state, event);
    case "policy-replied": {
      const { output, problem } = event.reply;
      return output === undefined
        ? tell(state, problem?.message ?? NO_OUTPUT, true)
        : onOutput(state, output);
    }
    default:
      return { state, commands: [] };
  }
}

/** The result of a call of an interface. The next role is asked when all of them are there. */
function onRead(state: StructState, event: ActionEvent): Step {
  const after = withResult(state, event);
  if (after.waiting.length > 0) return { state: after, commands: [] };
  if (after.turn === "table-selector") {
    if (after.tables.length === 0) return unanswerable(after, "The database has no tables.");
    const isChosen = event.action.tool === EXTRACT_INFORMATION;
    return ask({ ...after, turn: isChosen ? "query-writer" : "table-selector" });
  }
  const made = Object.values(after.pending);
  if (made.length === 0) {
    const isEnd = after.ends.every(({ relations }) => relations.length === 0);
    return isEnd ? reason(after) : ask({ ...after, turn: "relation-selector" });
  }
  const long = made.filter(({ tails, size }) => tails.length < size);
  if (event.action.tool === "describe" || long.length === 0) return reason(readOut(after));
  const uses = long.map(({ variable = "" }) => {
    return { tool: "describe", arguments: { variable, limit: MOST_TAILS } };
  });
  return act(after, after.turn, uses);
}

function withResult(state: StructState, event: ActionEvent): StructState {
  const { tool, arguments: given } = event.action;
  if (tool === "get_relations") {
    const ends = state.ends.map((end) =>
      end.argument === given.variable ? { ...end, relations: namedIn(event, end.relations) } : end,
    );
    return { ...state, ends };
  }
  if (event.type === "action-failed") return state;
  const { text: shown, data } = event.observation;
  if (tool === EXTRACT_TABLES || tool === EXTRACT_INFORMATION) {
    return { ...state, shown, tables: textsOf(data.tables) };
  }
  const tails = membersIn(data[tool === "describe" ? "members" : "sample"]);
  if (tool === "describe") {
    const described = Object.entries(state.pending).map(([id, reading]) => [
      id,
      reading.variable === data.variable ? { ...reading, tails } : reading,
    ]);
    return { ...state, pending: Object.fromEntries(described) };
  }
  const reading = state.pending[event.command];
  const set = madeSet(event);
  if (reading === undefined || set === undefined) return state;
  return { ...state, pending: { ...state.pending, [event.command]: { ...reading, ...set, tails } } };
}

function membersIn(value: JsonObject[string] | undefined): readonly Member[] {
  if (!Array.isArray(value)) return [];
  return value
    .map(objectOf)
    .map((each) => ({ id: textOf(each?.id), name: textOf(each?.name) || textOf(each?.id) }));
}

/** Moves the triples of this hop to those that were read, and their tails to the ends. Relations that lead nowhere are left out. */
function readOut(state: StructState): StructState {
  const made = Object.values(state.pending).filter(({ variable }) => variable !== undefined);
  const ends = made
    .filter(({ kind }) => kind === "entities")
    .map(({ variable = "", tails, size }) => {
      const [only] = tails;
      const title = size === 1 && only !== undefined ? only.name : variable;
      return { argument: variable, title, relations: [] };
    });
  const distinct = [...new Map(ends.map((end) => [end.argument, end])).values()];
  return { ...state, pending: {}, ends: distinct, readings: [...state.readings, ...made] };
}

/** Reads the relations of all ends. */
function hop(state: StructState): Step {
  if (state.ends.length === 0) return reason(state);
  const uses = state.ends.flatMap(({ argument }) => listRelations(argument));
  return act({ ...state, turn: "relation-selector" }, "relation-selector", uses);
}

function reason(state: StructState): Step {
  if (state.readings.length === 0)
    return unanswerable(state, "No triples around the question's entities were read.");
  return ask({ ...state, turn: "reasoner" });
}

function onOutput(state: StructState, output: JsonObject): Step {
  switch (state.turn) {
    case "table-selector": {
      const named = textsOf(output.tables).map(foldText);
      const tables = state.tables.filter((name) => named.includes(foldText(name)));
      if (tables.length === 0) return tell(state, "None of these is a table of the database.");
      return act(state, state.turn, [{ tool: EXTRACT_INFORMATION, arguments: { tables } }]);
    }
    case "query-writer": {
      const sql = textOf(output.sql);
      if (sql === "") return tell(state, "The reply has no query.");
      return handIn(state, state.turn, sql);
    }
    case "relation-selector":
      return follow(state, textsOf(output.relations));
    case "reasoner":
      return answer(state, textsOf(output.answer), output.more === true);
  }
}

/** Reads the triples of the chosen relations, from every end that has them. */
function follow(state: StructState, chosen: readonly string[]): Step {
  const named = new Set(chosen.flatMap((each) => [each, each.replace(/\s*".*$/u, "")]));
  const found = state.ends.flatMap(({ argument, title, relations }) =>
    relations
      .filter(({ name, label }) => named.has(name) || named.has(label))
      .map(({ name }) => ({ argument, subject: title, relation: name })),
  );
  if (chosen.length === 0) return reason({ ...state, ends: [] });
  if (found.length === 0) return tell(state, "None of these is among the relations that are listed.");
  const followed = found.slice(0, MOST_FOLLOWED);
  const uses = followed.map(({ argument: variable, relation }) => {
    return { tool: "get_neighbors", arguments: { variable, relation } };
  });
  const { state: after, commands } = act(state, state.turn, uses);
  const pending = after.waiting.map((id, at) => {
    const { subject = "", relation = "" } = followed[at] ?? {};
    return [id, { subject, relation, kind: "", size: 0, tails: [] }];
  });
  return { state: { ...after, pending: Object.fromEntries(pending) }, commands };
}

/** What was read holds the answer, or the next hop begins where it ends. Names of all tails of a relation hand in the set itself. */
function answer(state: StructState, names: readonly string[], more: boolean): Step {
  if (names.length === 0) {
    const canGoOn = more && state.ends.length > 0 && repliesLeft(state) >= 2;
    return canGoOn ? hop(state) : unanswerable(state, "The triples that were read do not hold the answer.");
  }
  const wanted = new Set(names.map(foldText));
  const whole = state.readings.findLast(({ tails }) => {
    const all = new Set(tails.map(({ name }) => foldText(name)));
    return all.size === wanted.size && [...all].every((name) => wanted.has(name));
  });
  if (whole?.variable !== undefined) return handIn(state, state.turn, whole.variable);
  const tails = state.readings.flatMap((reading) => reading.tails);
  const meant = names.flatMap((name): readonly JsonObject[] => {
    const found = tails.filter((tail) => tail.id === name || foldText(tail.name) === foldText(name));
    return found.length === 0 ? [{ value: name }] : found.map(({ id, name: label }) => ({ label, id }));
  });
  const members = [...new Map(meant.map((each) => [JSON.stringify(each), each])).values()];
  const preview = state.readings.map(linearised);
  const { environment, kind } = state;
  return answered(state, { answer: namedMembers(members), evidence: { environment, kind, preview } });
}

const repliesLeft = ({ replies, stepLimit }: StructState): number => stepLimit - replies;

/** `#1 (Heat, starring, Al Pacino | Robert De Niro)`: the triples of one subject and relation. */
function linearised({ subject, relation, variable, size, tails }: Reading): string {
  const more = size > tails.length ? ` | ${size - tails.length} more` : "";
  return `${variable} (${subject}, ${relation}, ${tails.map(({ name }) => name).join(" | ")}${more})`;
}

const { ask, askAnew, tell } = roleTurns<StructState>({
  role: ({ turn }) => turn,
  unusable: UNUSABLE,
  request: (state) => ({ ...requestFor(state, asked(state)), mustConclude: repliesLeft(state) <= 1 }),
});

function asked(state: StructState): Asked {
  const { shown, ends, readings } = state;
  switch (state.turn) {
    case "table-selector":
      return {
        after: [asData(shown)],
        instructions: `You read a database step by step. Below are its tables, each with its columns. Name the tables that a query for the question has to read, with those that only join others. ${DATA_RULE}`,
        name: "tables",
        members: { tables: texts("Names as they are listed.") },
        example: { tables: ["loan", "book"] },
      };
    case "query-writer":
      return {
        after: [asData(shown)],
        instructions: `You write one SQL query that answers the question, and nothing can be tried before it. Below are the tables that were chosen, with their columns, and the columns that are equal where rows of two tables belong together. The result has the columns asked for, in that order, and nothing beside them. ${DATA_RULE}`,
        name: "query",
        members: { sql: text("The query.") },
        example: { sql: "SELECT title FROM book" },
      };
    case "relation-selector":
      return {
        after: [asData([...readings.map(linearised), ...ends.map(relationsText)].join("\n"))],
        instructions: `You read a knowledge graph step by step from the entities of a question. Below are the triples that were read so far, if any, and the relations that go on from where they end; ^ marks a relation that is walked backwards, #1 a set of things. Name the relations whose triples are to be read next: those on the way to the answer, mostly one. Name none where no relation helps. For example, for "Where was the author of Emma born?" and the relations of Emma "author, published_in, genre" it is ["author"]. ${DATA_RULE}`,
        name: "relations",
        members: { relations: texts("Names as they are listed.") },
        example: { relations: ["author"] },
      };
    case "reasoner":
      return {
        after: [asData(readings.map(linearised).join("\n"))],
        instructions: `You answer a question from triples of a knowledge graph, each line (subject, relation, objects with | between them); #1 stands for all objects of the line that begins with it, ^ marks a relation that is walked backwards. Give every name that answers the question, as it is written there, or the number where a number is asked. Where the triples do not hold the answer and the relations of the last objects may lead to it, give no name and ask for more.${repliesLeft(state) < 3 ? " Nothing more can be read now." : ""} For example, from #0 (Emma, author, Jane Austen) the question "Who wrote Emma?" has the answer ["Jane Austen"], and "Where was the author of Emma born?" needs more. ${DATA_RULE}`,
        name: "answer",
        members: { answer: texts("Names; none where more has to be read."), more: { type: "boolean" } },
        example: { answer: ["Jane Austen"], more: false },
      };
  }
}

function relationsText({ title, relations }: End): string {
  const names = relations.map((each) => (repeats(each) ? each.name : `${each.name} "${each.label}"`));
  return `Relations of ${title}: ${names.join(", ") || "none"}`;
}
