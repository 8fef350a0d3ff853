/** One call that a draft comes to. */
export type DraftStep = {
  readonly op:
    | "entity"
    | "class"
    | "join"
    | "intersection"
    | "union"
    | "difference"
    | "argmax"
    | "argmin"
    | "filter"
    | "count";
  /** Places of the steps that make the sets it works on. */
  readonly of: readonly number[];
  /** The entity, class, relation or attribute, in the drafter's own words. */
  readonly name: string;
  /** True for a relation that is followed from object to subject. */
  readonly inverse?: boolean;
  readonly condition?: { readonly comparison: string; readonly value: string };
};

type Expression = string | readonly Expression[];

/** The steps of a drafted S-expression from the inside out, the last of which is the whole; undefined where it is no program. */
export function readDraft(text: string): readonly DraftStep[] | undefined {
  const steps: DraftStep[] = [];
  const whole = addSet(readExpression(text), steps);
  const isProgram = whole >= 0 && steps.every(({ of }) => of.every((place) => place >= 0));
  return isProgram ? steps : undefined;
}

const TOKEN = /[()]|"(?:[^"\\]|\\.)*"(?:\^\^[^\s()]+)?|[^\s()]+/gu;

/** Brackets that were forgotten in the end are added. An empty list where there are several expressions. */
function readExpression(text: string): Expression {
  const open: Expression[][] = [[]];
  const close = (): void => {
    const list = open.pop() ?? [];
    open.at(-1)?.push(list);
  };
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === "(") open.push([]);
    else if (token !== ")") open.at(-1)?.push(token);
    else if (open.length > 1) close();
  }
  while (open.length > 1) close();
  const [only = [], ...more] = open[0] ?? [];
  return more.length === 0 ? only : [];
}

const SETS: Readonly<Record<string, DraftStep["op"]>> = {
  AND: "intersection",
  OR: "union",
  DIFFERENCE: "difference",
};
const EXTREMES: Readonly<Record<string, DraftStep["op"]>> = { ARGMAX: "argmax", ARGMIN: "argmin" };
const COMPARISONS: Readonly<Record<string, string>> = {
  LT: "<",
  LE: "<=",
  GT: ">",
  GE: ">=",
  EQ: "=",
  NE: "!=",
};

/** Adds the steps of a set, and gives the place of the last; no number where it is no set. A bare name is a class, or an entity in a relation. */
function addSet(expression: Expression, steps: DraftStep[], bare: "entity" | "class" = "class"): number {
  const add = (step: DraftStep): number => steps.push(step) - 1;
  if (typeof expression === "string") {
    const op = /^["\d-]|^[mg]\.\w+$/u.test(expression) ? "entity" : bare;
    return add({ op, of: [], name: wordsOf(expression) });
  }
  const operator = operatorOf(expression);
  const [, first = [], second = [], ...more] = expression;
  const [set, extreme] = [SETS[operator], EXTREMES[operator]];
  if (operator === "COUNT") return add({ op: "count", of: [addSet(first, steps)], name: "" });
  if (extreme !== undefined) return add({ op: extreme, of: [addSet(first, steps)], name: wordsOf(second) });
  if (operator === "JOIN") {
    // Several words without quotes are one name.
    const inner = more.length === 0 ? second : wordsOf([second, ...more]);
    const turned = typeof first !== "string" && operatorOf(first) === "R";
    const name = wordsOf(turned ? first.slice(1) : first);
    return add({ op: "join", of: [addSet(inner, steps, "entity")], name, inverse: !turned });
  }
  const operands = expression.slice(1).flatMap(conditionsIn);
  const sets = operands.filter((each) => comparisonOf(each) === undefined);
  if (set === undefined || operands.length < 2 || sets.length === 0) return Number.NaN;
  const joined = sets
    .map((each) => addSet(each, steps))
    .reduce((left, right) => add({ op: set, of: [left, right], name: "" }));
  return operands.reduce<number>((of, each) => {
    const comparison = comparisonOf(each);
    if (comparison === undefined) return of;
    const [, attribute = "", ...value] = each;
    const condition = { comparison, value: wordsOf(value) };
    return add({ op: "filter", of: [of], name: wordsOf(attribute), condition });
  }, joined);
}

const operatorOf = ([head]: readonly Expression[]): string =>
  typeof head === "string" ? head.toUpperCase() : "";

function comparisonOf(expression: Expression): string | undefined {
  return typeof expression === "string" ? undefined : COMPARISONS[operatorOf(expression)];
}

/** True for a number or a date. */
export function isValue(name: string): boolean {
  return /^-?\d[\d.:TZ-]*$/u.test(name);
}

/** Comparisons that are joined among themselves, one by one, and relations to a value as such; anything else as it is. */
function conditionsIn(expression: Expression): readonly Expression[] {
  if (typeof expression === "string") return [expression];
  const [, ...operands] = expression;
  const [relation = "", value = []] = operands;
  const operator = operatorOf(expression);
  if (operator === "JOIN" && isValue(wordsOf(value))) return [["EQ", relation, value]];
  const inner = operator === "AND" ? operands.flatMap(conditionsIn) : [];
  return inner.length > 0 && inner.every((each) => comparisonOf(each) !== undefined) ? inner : [expression];
}

/** Names without quotes, datatypes and operators between them. */
function wordsOf(expression: Expression): string {
  if (typeof expression !== "string") return expression.map(wordsOf).join(" ").trim();
  if (/^(?:JOIN|R)$/u.test(expression)) return "";
  const bare = expression.replace(/\^\^[^\s"]+$/u, "");
  return /^".*"$/su.test(bare) ? bare.slice(1, -1).replace(/\\(.)/gsu, "$1") : bare;
}
