import type { Answer, AnswerTable } from "../../../environment/answer.ts";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import type { Json } from "../../../util/json.ts";
import type {
  Answered,
  BenchmarkSet,
  BenchmarkTask,
  Measure,
  ScoreContext,
  Scores,
} from "../../benchmark/benchmark.ts";

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/u;
const DATE = /^(-?\d{4,}-\d{2}(?:-\d{2}(?:T[\d:.]+)?)?)(?:Z|[+-]\d{2}:\d{2})$/u;
const MIDNIGHT = /T00:00(?::00(?:\.0+)?)?$/u;

/**
 * A key that is equal for equal values: numbers in any notation (`4`, `"4"`, `4.0`, `4E0`), dates without time zone (Virtuoso adds one to Freebase's dates)
 * and without a time of midnight, everything else literally.
 */
function valueKey(value: Json): string {
  const text = (typeof value === "string" ? value : JSON.stringify(value)).trim();
  if (NUMBER.test(text)) return `number ${numberKey(text)}`;
  return `text ${text.replace(DATE, "$1").replace(MIDNIGHT, "").normalize("NFC")}`;
}

/** A key for numbers. Integers beyond the precision of a double are compared by their digits. */
function numberKey(text: string): string {
  const whole = /^[+-]?0*(\d{16,})(?:\.0*)?$/u.exec(text)?.[1];
  if (whole !== undefined) return `${text.startsWith("-") ? "-" : ""}${whole}`;
  const number = Number(text);
  return String(number === 0 ? 0 : number);
}

/** Overlap of an answer and its gold, as sets. */
interface MembersMatch {
  /** Members of both. */
  readonly shared: number;
  readonly predicted: number;
  readonly gold: number;
  /** Whether the first member of the answer is in the gold. */
  readonly first: boolean;
}

/**
 * Compares two sets: entities by id if the gold has ids, by exact label if it has texts; values by value. Equal members count once, and each gold member
 * is matched once.
 */
export function matchMembers(
  predicted: readonly GraphMember[],
  gold: readonly GoldMember[],
  idKey: (id: string) => string = (id) => id,
): MembersMatch {
  const wanted = new GoldSet(gold, idKey);
  const seen = new Set<string>();
  let shared = 0;
  let first = false;
  for (const [at, member] of predicted.entries()) {
    const keys = wanted.keysOf(member);
    const [own = ""] = keys;
    if (seen.has(own)) continue;
    seen.add(own);
    if (!wanted.meet(keys)) continue;
    shared++;
    first ||= at === 0;
  }
  return { shared, predicted: seen.size, gold: wanted.size, first };
}

class GoldSet {
  readonly #idKey: (id: string) => string;
  readonly #byKey = new Map<string, number>();
  readonly #met = new Set<number>();
  readonly #hasTexts: boolean;
  readonly size: number;

  constructor(gold: readonly GoldMember[], idKey: (id: string) => string) {
    this.#idKey = idKey;
    this.#hasTexts = gold.some(({ text }) => text !== undefined);
    let size = 0;
    for (const member of gold) {
      const [own, ...others] = this.#goldKeys(member);
      if (own === undefined || this.#byKey.has(own)) continue;
      this.#byKey.set(own, size);
      for (const key of others) if (!this.#byKey.has(key)) this.#byKey.set(key, size);
      size++;
    }
    this.size = size;
  }

  /** Keys of a member. The first one identifies it. */
  keysOf(member: GraphMember): readonly string[] {
    if (member.id === undefined) {
      const key = valueKey(member.value);
      return this.#hasTexts ? [key, `label ${String(member.value)}`] : [key];
    }
    const id = `id ${this.#idKey(member.id)}`;
    return this.#hasTexts ? [`label ${member.label ?? member.id}`, id] : [id];
  }

  meet(keys: readonly string[]): boolean {
    for (const key of keys) {
      const at = this.#byKey.get(key);
      if (at === undefined || this.#met.has(at)) continue;
      this.#met.add(at);
      return true;
    }
    return false;
  }

  #goldKeys({ id, value, text }: GoldMember): readonly string[] {
    if (id !== undefined) return [`id ${this.#idKey(id)}`];
    if (value !== undefined) return [valueKey(value)];
    return [`label ${text}`, valueKey(text)];
  }
}

/** Scoring of a set with gold members. */
interface GraphScoring {
  /** Measures of the set, a selection of those below. */
  readonly measures: readonly Measure[];
  goldOf(task: BenchmarkTask): readonly GoldMember[];
  /** Normalises ids, so that different notations of an entity are equal. By default, ids are compared literally. */
  readonly idKey?: (id: string) => string;
}

/** Scores the members of an answer. Without an answer, all scores are 0, regardless of the gold. */
export function scoreGraph({ measures, goldOf, idKey }: GraphScoring): BenchmarkSet["score"] {
  const nothing: Scores = Object.fromEntries(measures.map(({ id }) => [id, 0]));
  return async ({ task, run: { outcome } }, context) => {
    if (outcome.type !== "answered") {
      return { scores: nothing, remark: `There is no answer: the run ended as ${outcome.type}.` };
    }
    const members = await answeredMembers(outcome.answer, context);
    const all = graphScores(matchMembers(members, goldOf(task), idKey));
    const scores = Object.fromEntries(measures.map(({ id }) => [id, all[id] ?? 0]));
    const predicted = programOf(outcome.evidence) ?? outcome.answer.text;
    if (members.length > 0) return { scores, predicted };
    return { scores, predicted, remark: emptyRemark(outcome.answer) };
  };
}

/** The program of the answer; the last one if there are several. */
function programOf(
  evidence: Extract<Answered["run"]["outcome"], { type: "answered" }>["evidence"],
): string | undefined {
  return evidence.findLast(({ program }) => program !== undefined)?.program;
}

function emptyRemark({ members, rows, value }: Answer): string {
  const isSet = members !== undefined || rows !== undefined || value !== undefined;
  return isSet ? "The answer is an empty set." : "The answer is words alone, without members to compare.";
}

/** All measures of a match. */
export function graphScores({ shared, predicted, gold, first }: MembersMatch): Scores {
  return {
    [F1.id]: shared === 0 ? 0 : (2 * shared) / (predicted + gold),
    [HITS_AT_1.id]: Number(first),
    [EM.id]: Number(shared === gold && shared === predicted),
    [GRAPH_VA.id]: Number(predicted > 0),
  };
}

/**
 * All members of an answer, including those that are stored beyond its preview.
 * @throws FuxiError `artifact-missing` if the rest is not available
 */
async function answeredMembers(
  { rows, members, value }: Answer,
  context: ScoreContext,
): Promise<readonly GraphMember[]> {
  if (rows !== undefined && rows.total > rows.rows.length)
    return rowMembers(rows, await allRows(rows, context));
  if (members !== undefined) {
    return members.map(({ id, label, value: own }) => memberOf(id, label, own ?? null));
  }
  if (rows !== undefined) return rowMembers(rows, rows.rows);
  if (value === undefined) return [];
  return (Array.isArray(value) ? value : [value]).map((each) => ({ value: each as Json }));
}

/** Members from rows: knowledge bases have columns `label, id` or `value`; otherwise the first column counts. */
function rowMembers({ columns }: AnswerTable, rows: readonly (readonly Json[])[]): readonly GraphMember[] {
  const at = columns.indexOf("id");
  const label = columns.indexOf("label");
  return rows.map((row) => memberOf(row[at], row[label], row[0] ?? null));
}

function memberOf(id: Json | undefined, label: Json | undefined, value: Json): GraphMember {
  if (typeof id !== "string") return { value: value ?? label ?? null };
  return { id, ...(typeof label === "string" && label !== "" ? { label } : {}) };
}

async function allRows(
  { full, total, rows }: AnswerTable,
  { kept }: ScoreContext,
): Promise<readonly (readonly Json[])[]> {
  if (full === undefined || kept === undefined) {
    throw new FuxiError(
      "artifact-missing",
      `Of the ${total} members of the answer, ${rows.length} are there.`,
      {
        hint: "Score with the artifact store of the run.",
      },
    );
  }
  const text = new TextDecoder().decode(await kept(full.sha256));
  return text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line) as readonly Json[]]));
}

/** A member of an answer: an entity, or a value. */
export type GraphMember =
  | { readonly id: string; readonly label?: string; readonly value?: never }
  | { readonly value: Json; readonly id?: never };

/**
 * A member of a gold answer: an entity by its id, a value, or a text that may be the label of an entity or a value.
 */
export type GoldMember =
  | { readonly id: string; readonly value?: never; readonly text?: never }
  | { readonly value: string; readonly id?: never; readonly text?: never }
  | { readonly text: string; readonly id?: never; readonly value?: never };

export const F1: Measure = {
  id: "f1",
  name: "F1",
  description:
    "Of the members of the answer against those of the gold, per question; 0 where they share none, also where both are empty (Middleware for LLMs, Section 4; AgentBench, knowledgegraph/task.py).",
  unit: "share",
};

export const HITS_AT_1: Measure = {
  id: "hits@1",
  name: "Hits@1",
  description:
    "The first member of the answer is in the gold (Zhang et al., Variational Reasoning for Question Answering with Knowledge Graph, 2018). Sets have no ranking: the first is the one that the knowledge base gives first.",
  unit: "share",
};

export const EM: Measure = {
  id: "em",
  name: "EM",
  description:
    "Exact match: the members of the answer and of the gold are the same, also where there are none (AgentBench, knowledgegraph/task.py).",
  unit: "share",
};

export const GRAPH_VA: Measure = {
  id: "va",
  name: "VA",
  description:
    "Valid: an answer was found, whether right or not, that is one with at least one member (Middleware for LLMs, Section 4; executability in AgentBench, knowledgegraph/task.py).",
  unit: "share",
};
