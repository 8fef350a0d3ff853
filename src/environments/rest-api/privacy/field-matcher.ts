import { starPattern } from "../../../environment/privacy-rules.ts";
import { FuxiError } from "../../../errors/fuxi-error.ts";

/** Names of members on the way from one place in a response to a field; lists are gone through without a name. */
interface FieldPattern {
  readonly text: string;
  readonly parts: readonly FieldPart[];
  /** Begins anywhere in a response, and not only at its root. */
  readonly floats: boolean;
  /** Has to be in the document, so that a slip is found out. */
  readonly documented: boolean;
}

/** Whether a member of this name is meant; `any` stands for members of any name, as many as there are. */
type FieldPart = { readonly any: true } | { readonly any: false; matches(name: string): boolean };

const PART = /"((?:[^"]|"")+)"|([^".]+)/uy;

/**
 * `email`: in any object. `user.email`: in any object called `user`. `.data.email`: from the root. `..email`: as `email`, documented or not. `*` stands for any
 * characters of a name, `**` for any names; a name in double quotes may hold dots.
 *
 * @throws FuxiError `configuration-invalid`
 */
export function readFieldPattern(text: string): FieldPattern {
  const lead = /^\.{0,2}/u.exec(text)?.[0] ?? "";
  const parts: FieldPart[] = [];
  let at = lead.length;
  for (;;) {
    PART.lastIndex = at;
    const match = PART.exec(text);
    if (match === null) break;
    parts.push(partOf(match[1]?.replaceAll('""', '"'), (match[2] ?? "").trim()));
    at = PART.lastIndex;
    if (text[at] !== "." || at === text.length - 1) break;
    at += 1;
  }
  const last = parts.at(-1);
  if (at === text.length && last !== undefined && !last.any)
    return { text, parts, floats: lead !== ".", documented: lead === "" };
  throw new FuxiError("configuration-invalid", `"${text}" is no pattern for fields of responses.`, {
    hint: "Write email, user.email or .data.users.email; * stands for any characters of a name, ** for any names.",
  });
}

function partOf(quoted: string | undefined, plain: string): FieldPart {
  if (quoted !== undefined)
    return { any: false, matches: (name) => name.toLowerCase() === quoted.toLowerCase() };
  return plain === "**" ? { any: true } : { any: false, matches: starPattern(plain) };
}

export interface FieldRule {
  readonly pattern: FieldPattern;
  readonly does: "deny" | "mask";
  /** Id of the only operation that it is for. */
  readonly operation?: string;
}

/** How far each rule has come on the way to a place: pairs of a rule and a part of its pattern. */
export interface FieldState {
  readonly key: string;
  readonly at: readonly (readonly [rule: number, part: number])[];
}

export interface FieldStep {
  /** What happens to the member. */
  readonly does: "deny" | "mask" | "show";
  /** The rules that name it. */
  readonly by: readonly FieldRule[];
  /** For what is in the member. */
  readonly next: FieldState;
}

/** Rules as one automaton, which bodies and schemas are walked through with. */
export class FieldMatcher {
  readonly rules: readonly FieldRule[];
  readonly start: FieldState;

  constructor(rules: readonly FieldRule[]) {
    this.rules = rules;
    this.start = stateOf(rules.flatMap((_, rule) => this.#entered(rule, 0)));
  }

  /** Into a member of that name. */
  step(state: FieldState, name: string): FieldStep {
    const by: FieldRule[] = [];
    const next: (readonly [number, number])[] = this.rules.flatMap(({ pattern }, rule) =>
      pattern.floats ? this.#entered(rule, 0) : [],
    );
    for (const [number, part] of state.at) {
      const rule = this.rules[number] as FieldRule;
      const { parts } = rule.pattern;
      const here = parts[part];
      if (here === undefined) continue;
      if (here.any) next.push(...this.#entered(number, part));
      else if (here.matches(name)) {
        if (part === parts.length - 1) by.push(rule);
        else next.push(...this.#entered(number, part + 1));
      }
    }
    const does = by.some((rule) => rule.does === "deny") ? "deny" : by.length > 0 ? "mask" : "show";
    return { does, by, next: stateOf(next) };
  }

  /** The part, and those behind it where it may stand for no name at all. */
  #entered(rule: number, part: number): readonly (readonly [number, number])[] {
    const here = this.rules[rule]?.pattern.parts[part];
    const more = here?.any === true ? this.#entered(rule, part + 1) : [];
    return [[rule, part], ...more];
  }
}

function stateOf(pairs: readonly (readonly [number, number])[]): FieldState {
  const byKey = new Map(pairs.map((pair) => [pair.join("."), pair]));
  const keys = [...byKey.keys()].sort();
  return { key: keys.join(), at: keys.map((key) => byKey.get(key) as readonly [number, number]) };
}
