import { starPattern } from "../../../environment/privacy-rules.ts";
import { FuxiError } from "../../../errors/fuxi-error.ts";

/** Matches fields by the last member names of their path, anywhere in a response. Lists add no name to the path. */
interface FieldPattern {
  readonly text: string;
  /** A test of a member's name for each name in the pattern. Not empty. */
  readonly parts: readonly ((name: string) => boolean)[];
  /** True if the field must be in the document, so that typing errors are found. */
  readonly documented: boolean;
}

/**
 * `email`: in any object. `user.email`: in any object called `user`. `..email`: as `email`, documented or not. `*` stands for any characters of a name.
 *
 * @throws FuxiError `configuration-invalid`
 */
export function readFieldPattern(text: string): FieldPattern {
  const documented = !text.startsWith("..");
  const names = (documented ? text : text.slice(2)).split(".").map((name) => name.trim());
  if (names.every((name) => name !== "" && !/"|\*\*/u.test(name)))
    return { text, parts: names.map(starPattern), documented };
  throw new FuxiError("configuration-invalid", `"${text}" is no pattern for fields of responses.`, {
    hint: "Write email or user.email; * stands for any characters of a name.",
  });
}

export interface FieldRule {
  readonly pattern: FieldPattern;
  readonly does: "deny" | "mask";
  /** Id of the only operation that it is for. */
  readonly operation?: string;
}

/** Progress of the rules along a path: pairs of a rule and the number of its names matched so far. */
export interface FieldState {
  readonly key: string;
  readonly at: readonly (readonly [rule: number, met: number])[];
}

interface FieldStep {
  /** What happens to the member. */
  readonly does: "deny" | "mask" | "show";
  /** The rules that name it. */
  readonly by: readonly FieldRule[];
  /** State for the members of this member. */
  readonly next: FieldState;
}

/** Rules as one automaton, which follows the paths in bodies and schemas. */
export class FieldMatcher {
  readonly rules: readonly FieldRule[];
  readonly start: FieldState = { key: "", at: [] };

  constructor(rules: readonly FieldRule[]) {
    this.rules = rules;
  }

  /** Descends into a member. */
  step(state: FieldState, name: string): FieldStep {
    const by: FieldRule[] = [];
    const next: (readonly [number, number])[] = [];
    for (const [number, rule] of this.rules.entries()) {
      const { parts } = rule.pattern;
      // A match may begin at any name, even within a partial match of the same pattern.
      const met = [0, ...state.at.filter(([of]) => of === number).map(([, each]) => each)];
      for (const each of met.filter((at) => parts[at]?.(name) === true)) {
        if (each === parts.length - 1) by.push(rule);
        else next.push([number, each + 1]);
      }
    }
    const does = by.some((rule) => rule.does === "deny") ? "deny" : by.length > 0 ? "mask" : "show";
    return { does, by, next: { key: next.join(" "), at: next } };
  }
}
