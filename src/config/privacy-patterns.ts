import type { PrivacyRules } from "../environment/privacy-rules.ts";
import { FuxiError } from "../errors/fuxi-error.ts";

/** Privacy patterns as a person writes them. With several targets, each pattern begins with its target (`shop:users.email`). */
export interface PrivacyPatterns {
  /** The only visible parts. */
  readonly only?: readonly string[];
  /** Hidden parts: tables and columns, classes and predicates, operations and fields of their responses. */
  readonly deny?: readonly string[];
  /** Visible parts with hidden values: tables and columns, predicates, fields of responses. */
  readonly mask?: readonly string[];
}

/** The id and kind of a target, to which patterns apply. */
export interface PrivateTarget {
  readonly id: string;
  readonly kind: "database" | "knowledge-base" | "rest-api";
}

const FLAGS = { only: "--only", deny: "--deny", mask: "--mask" } as const;
type Name = keyof typeof FLAGS;

const SPOKEN = { database: "database", "knowledge-base": "knowledge base", "rest-api": "REST API" } as const;
const DONE = { allow: "allowed alone", deny: "denied", mask: "masked" } as const;

/** Rules that a kind of target does not support, which are refused rather than ignored. */
const IMPOSSIBLE: Readonly<Record<PrivateTarget["kind"], readonly (keyof PrivacyRules)[]>> = {
  database: [],
  "knowledge-base": [],
  "rest-api": ["allow"],
};

/**
 * The patterns for one of several targets. Among several, a pattern without a target's name may only be an operation of the only API.
 * @throws FuxiError `usage` for a pattern without a required target
 */
export function patternsFor(
  target: PrivateTarget,
  targets: readonly PrivateTarget[],
  patterns: PrivacyPatterns,
): PrivacyPatterns {
  const lists = (Object.keys(FLAGS) as Name[]).flatMap((name) => {
    const own = (patterns[name] ?? []).flatMap((text) => {
      const { id, rest } = placed(text, targets, name);
      return id === target.id ? [rest] : [];
    });
    return own.length === 0 ? [] : [[name, own] as const];
  });
  return Object.fromEntries(lists);
}

function placed(
  text: string,
  targets: readonly PrivateTarget[],
  name: Name,
): { readonly id: string; readonly rest: string } {
  const colon = text.indexOf(":");
  const named = targets.find(({ id }) => colon > 0 && id === text.slice(0, colon));
  if (named !== undefined && !text.startsWith("//", colon + 1)) {
    return { id: named.id, rest: text.slice(colon + 1).trim() };
  }
  const [only, second] = targets;
  if (only !== undefined && second === undefined) return { id: only.id, rest: text };
  const apis = targets.filter(({ kind }) => kind === "rest-api");
  if (name === "deny" && apis.length === 1 && apis[0] !== undefined) return { id: apis[0].id, rest: text };
  throw new FuxiError("usage", `With several targets, ${FLAGS[name]} has to say which it is for.`, {
    hint: `Write ${targets.map(({ id }) => `${FLAGS[name]} "${id}:…"`).join(" or ")}.`,
  });
}

/**
 * The policy of one target: the configured one, which a command can only narrow.
 * @throws FuxiError `usage` if both have `only`, and for rules that this kind of target does not support
 */
export function policyOf(
  { id, kind }: PrivateTarget,
  configured: PrivacyRules | undefined,
  { only, deny = [], mask = [] }: PrivacyPatterns,
): PrivacyRules {
  if (only !== undefined && configured?.allow !== undefined) {
    throw new FuxiError("usage", "What may be seen of this target is configured; --only cannot replace it.", {
      hint: "Narrow it with --deny or --mask.",
    });
  }
  const allow = only ?? configured?.allow;
  const policy = {
    ...(allow === undefined ? {} : { allow }),
    deny: [...(configured?.deny ?? []), ...deny],
    mask: [...(configured?.mask ?? []), ...mask],
  };
  const impossible = IMPOSSIBLE[kind].find((name) => (policy[name] ?? []).length > 0);
  if (impossible === undefined) return policy;
  throw new FuxiError("usage", `${id} is a ${SPOKEN[kind]}, of which nothing can be ${DONE[impossible]}.`, {
    hint: "Leave the rule out, or open the target with credentials that show only what may be seen.",
  });
}
