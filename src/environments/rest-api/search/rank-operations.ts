import { wordKey } from "../../../util/english/word-key.ts";
import type { ApiDocument, Operation } from "../document/api-document.ts";
import { alternatives, listOf, type Schemas } from "../document/schema-view.ts";
import { type ArgumentOrigins, createArgumentOrigins } from "./create-argument-origins.ts";
import { FIELD_WEIGHTS, type FieldName, operationFields } from "./operation-fields.ts";
import { type OperationKind, operationKind, type PathShape, pathShape, takesText } from "./path-shape.ts";
import { type ReadStep, readStep, wantedKinds } from "./read-step.ts";
import { createTermIndex, type Expansion, expanded, type TermIndex } from "./term-index.ts";

interface IndexedOperation {
  readonly operation: Operation;
  readonly shape: PathShape;
  readonly kind: OperationKind;
  /** Terms of its path, which a step that asks for the operation should mention. */
  readonly core: readonly string[];
  /** Required arguments that are not in the path. */
  readonly needed: readonly string[];
}

interface IndexedOperations {
  readonly all: readonly IndexedOperation[];
  readonly terms: TermIndex;
}

const FIELDS = Object.keys(FIELD_WEIGHTS) as readonly FieldName[];

function indexOperations(document: ApiDocument): IndexedOperations {
  const siblings = new Set(document.operations.map(({ method, path }) => `${method} ${path}`));
  const all = document.operations.map((operation) => {
    const shape = pathShape(operation.path);
    const core = [...new Set(shape.segments.flat().map(wordKey))];
    return {
      operation,
      shape,
      core,
      needed: neededArguments(operation, document.schemas),
      kind: operationKind(operation, shape, siblings),
    };
  });
  const terms = createTermIndex(
    all.map(({ operation, shape }) => {
      const fields = operationFields(operation, shape, document.schemas);
      return FIELDS.map((name) => ({ weight: FIELD_WEIGHTS[name], terms: fields[name].map(wordKey) }));
    }),
  );
  return { all, terms };
}

function neededArguments(operation: Operation, schemas: Schemas): readonly string[] {
  const queried = operation.parameters.filter((each) => each.required && each.in === "query");
  const required = (operation.body?.contents ?? [])
    .slice(0, 1)
    .flatMap(({ schema }) => alternatives(schema, schemas).slice(0, 1))
    .flatMap((each) => listOf(each.schema["required"]));
  return [...queried.map(({ name }) => name), ...required.filter((each) => typeof each === "string")];
}

const GIVEN = 0.15;
const NOT_GIVEN = 0.22;
const NOT_TAKEN = 0.15;
const LEAST_NEARNESS = 0.4;

interface IdentifierFit {
  /** Factor around 1: higher if the step gives the ids that the path needs, lower if the path needs other ids or leaves some out. */
  readonly worth: number;
  /** Names of variables for which the step gives no id. */
  readonly missing: readonly string[];
}

/**
 * How well the identifiers in a step fit the variables of each path. A value counts only after a word for
 * an entity that some path needs: `400 dollars` does not.
 */
function identifierFits(
  shapes: readonly PathShape[],
): (step: ReadStep, expand: (word: string) => Expansion) => (shape: PathShape) => IdentifierFit {
  const asked = new Set(
    shapes.flatMap(({ variables }) => variables.flatMap(({ nouns }) => nouns.map(wordKey))),
  );
  return (step, expand) => {
    const mentioned = step.mentions
      .map((words) => words.map((word) => nearKeys(expand(word), asked)).find((keys) => keys.size > 0))
      .filter((keys) => keys !== undefined);
    return ({ variables }) => {
      const free = new Set(mentioned.keys());
      const missing: string[] = [];
      for (const { name, nouns } of variables) {
        const keys = nouns.map(wordKey);
        const taken = [...free].find((at) => keys.some((key) => mentioned[at]?.has(key)));
        if (taken === undefined) missing.push(name);
        else free.delete(taken);
      }
      const given = variables.length - missing.length;
      const penalty = missing.length * NOT_GIVEN + free.size * NOT_TAKEN;
      return { worth: (1 + given * GIVEN) / (1 + penalty), missing };
    };
  };
}

function nearKeys(expansion: Expansion, asked: ReadonlySet<string>): ReadonlySet<string> {
  const near = [...expansion].filter(([key, strength]) => strength >= LEAST_NEARNESS && asked.has(key));
  return new Set(near.map(([key]) => key));
}

interface Lead {
  /** Index of the operation. */
  readonly at: number;
  readonly score: number;
  /** Names of arguments for which nothing is known yet. */
  readonly missing: readonly string[];
}

const LEADING = 12;
const ORIGINS = 4;
/** Share that an origin gets of the score of the operation that needs it. Decreases with its rank. Searches get more if the step contains a name. */
const SHARE = 0.3;
const SHARE_BY_NAME = 0.85;

/**
 * Scores that operations gain, by index, because a likely operation needs a value that they return: for the cast of "Alien", the search that returns
 * the film's id is needed first.
 */
function gainsOfOrigins(
  leads: readonly Lead[],
  all: readonly IndexedOperation[],
  numbers: ReadonlyMap<string, number>,
  origins: ArgumentOrigins,
  named: boolean,
): ReadonlyMap<number, number> {
  const gains = new Map<number, number>();
  const best = leads.toSorted((one, other) => other.score - one.score).slice(0, LEADING);
  for (const { at, score, missing } of best) {
    const operation = all[at]?.operation;
    if (operation === undefined) continue;
    for (const argument of missing) {
      const from = origins.of(operation, argument, ORIGINS).map((each) => numbers.get(each.operation));
      from.forEach((source, rank) => {
        const found = source === undefined ? undefined : all[source];
        if (source === undefined || found === undefined) return;
        const share = named && searches(found.operation, found.kind) ? SHARE_BY_NAME : SHARE / (1 + rank);
        gains.set(source, Math.max(gains.get(source) ?? 0, share * score));
      });
    }
  }
  return gains;
}

function searches(operation: Operation, kind: IndexedOperation["kind"]): boolean {
  return kind === "search" && takesText(operation);
}

const UNNAMED = 0.4;
/** Words that occur in nearly every reading step, and so say little. */
const ANY_READING = new Set("list show get find fetch retrieve view all every see check pull".split(" "));
const OF_READING = 0.5;

/** Builds a search in memory over all operations: by words, their forms and synonyms, the kinds of paths, and the origins of identifiers. */
export function createOperationSearch(document: ApiDocument): OperationSearch {
  const { all, terms } = indexOperations(document);
  const fits = identifierFits(all.map(({ shape }) => shape));
  const origins = createArgumentOrigins(document);
  const numbers = new Map(all.map(({ operation }, at) => [operation.id, at]));
  const rarity = (spread: number): number => Math.log(1 + (terms.documents - spread + 0.5) / (spread + 0.5));

  const matchesOf = (expansion: Expansion): Map<number, number> => {
    const best = new Map<number, number>();
    for (const [term, strength] of expansion)
      for (const [at, worth] of terms.postings(term))
        best.set(at, Math.max(best.get(at) ?? 0, strength * worth));
    return best;
  };
  const termRarity = new Map<string, number>();
  const rarityOf = (term: string): number => {
    let value = termRarity.get(term);
    if (value === undefined) {
      let spread = 0;
      for (const worth of terms.postings(term).values()) spread += worth;
      value = rarity(spread);
      termRarity.set(term, value);
    }
    return value;
  };

  /** Scores in the document's order; 0 for operations that share no term with the text. */
  const scoresOf = (text: string): Float64Array => {
    const step = readStep(text);
    const scores = new Float64Array(all.length);
    const spoken = new Map<string, number>();
    for (const word of step.words) {
      const weight = ANY_READING.has(word) ? OF_READING : 1;
      const expansion = expanded(word, terms);
      for (const [term, strength] of expansion)
        spoken.set(term, Math.max(spoken.get(term) ?? 0, strength * weight));
      const matches = matchesOf(expansion);
      let spread = 0;
      for (const worth of matches.values()) spread += worth;
      const value = rarity(spread) * weight;
      for (const [at, worth] of matches) scores[at] = (scores[at] ?? 0) + value * worth;
    }
    const kinds = wantedKinds(step);
    const fitting = fits(step, (word) => expanded(word, terms));
    const leads: Lead[] = [];
    const direct = scores.map((score, at) => {
      const indexed = all[at];
      if (indexed === undefined || score === 0) return 0;
      const { core, kind, shape } = indexed;
      let wanted = 0;
      let named = 0;
      for (const term of core) {
        wanted += rarityOf(term);
        named += rarityOf(term) * (spoken.get(term) ?? 0);
      }
      const coverage = wanted === 0 ? 1 : named / wanted;
      const { worth, missing } = fitting(shape);
      const whole = score * (UNNAMED + (1 - UNNAMED) * coverage) * kinds[kind] * worth;
      leads.push({ at, score: whole, missing: [...missing, ...indexed.needed] });
      return whole;
    });
    const gains = gainsOfOrigins(leads, all, numbers, origins, step.named);
    return direct.map((score, at) => score + (gains.get(at) ?? 0));
  };
  return {
    search(text, limit) {
      const scores = scoresOf(text);
      return document.operations
        .map((operation, at) => ({ operation, score: scores[at] ?? 0 }))
        .filter(({ score }) => score > 0)
        .sort((a, b) => b.score - a.score || (a.operation.id < b.operation.id ? -1 : 1))
        .slice(0, Math.max(limit, 0));
    },
  };
}

interface FoundOperation {
  readonly operation: Operation;
  /** Comparable within one search only. */
  readonly score: number;
}

/** Finds operations by what they do, in plain words. */
export interface OperationSearch {
  /** The best first; operations that share nothing with the text are left out. */
  search(text: string, limit: number): readonly FoundOperation[];
}
