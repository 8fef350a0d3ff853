import type { PrivacyPolicy } from "../environments/database/privacy/privacy-policy.ts";
import { FuxiError } from "../errors/fuxi-error.ts";

/** What may be seen of the targets, as a person says it: with several targets, each pattern begins with the one that it is for (`shop:users.email`). */
export interface PrivacyPatterns {
  /** Nothing else exists. */
  readonly only?: readonly string[];
  /** Does not exist: tables and columns, classes and predicates, operations and fields of their responses. */
  readonly deny?: readonly string[];
  /** Exists, without its values: tables and columns, predicates, fields of responses. */
  readonly mask?: readonly string[];
}

/** A target as patterns are given to it. */
export interface PrivateTarget {
  readonly id: string;
  readonly kind: "database" | "knowledge-base" | "rest-api";
}

const FLAGS = { only: "--only", deny: "--deny", mask: "--mask" } as const;
type Name = keyof typeof FLAGS;

const SPOKEN = { database: "database", "knowledge-base": "knowledge base", "rest-api": "REST API" } as const;
const DONE = { allow: "allowed alone", deny: "denied", mask: "masked" } as const;

/** A rule that does nothing must not go unseen. */
const IMPOSSIBLE: Readonly<Record<PrivateTarget["kind"], readonly (keyof PrivacyPolicy)[]>> = {
  database: [],
  "knowledge-base": [],
  "rest-api": ["allow"],
};

/**
 * The patterns of one of the targets. Where several are open, one without a target's name before it is an operation of the only API.
 * @throws FuxiError `usage` for one that does not say which target it is for
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
 * The policy of one target: what was configured for it, and what a command adds, which can only narrow it.
 * @throws FuxiError `usage` where both say what alone may be seen, and for what cannot be done to such a target
 */
export function policyOf(
  { id, kind }: PrivateTarget,
  configured: PrivacyPolicy | undefined,
  { only, deny = [], mask = [] }: PrivacyPatterns,
): PrivacyPolicy {
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
