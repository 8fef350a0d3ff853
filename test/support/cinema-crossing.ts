import type { ActContext } from "../../src/environment/act-context.ts";
import type { Action } from "../../src/environment/action.ts";
import type { Claim } from "../../src/environment/answer.ts";
import type { Environment } from "../../src/environment/environment.ts";
import type { CinemaStep } from "./cinema-answers.ts";

/** Tool calls of a question over both environments, with what is handed in at the end. */
export interface Crossing {
  readonly actions: readonly Action[];
  readonly claim: Claim;
  /** The set that is handed over, as it is referred to. */
  readonly references: readonly string[];
}

const CLASS_OF: Readonly<Record<string, string>> = { film: "Film", person: "Person", place: "Place" };

/** The text of the step before: it says of what kind the identifiers are. */
function handedBy(steps: readonly CinemaStep[], step: CinemaStep): string {
  return steps[steps.indexOf(step) - 1]?.sql ?? "";
}

/** How the steps of a question are taken with the tools: the gold program or query of each, and `use_values` in between. */
export async function crossingOf(
  steps: readonly CinemaStep[],
  environments: { readonly kb: Environment; readonly db: Environment },
  context: ActContext,
): Promise<Crossing | undefined> {
  const actions: Action[] = [];
  const references: string[] = [];
  let variables = 0;
  let claim: Claim = {};
  let before: { readonly reference: string; readonly keys: boolean } | undefined;
  for (const step of steps) {
    if (step.in === "kb") {
      const { kb } = environments;
      // A class stands in for what is handed over: its instances are the first variable, in whose place the handed over set comes.
      const stand = CLASS_OF[/cinema\.example\/(\w+)\//u.exec(handedBy(steps, step))?.[1] ?? ""] ?? "Film";
      const parts = await kb.capabilities.graph?.takeApart(
        (step.program ?? "").replaceAll("GIVEN", stand),
        context,
      );
      if (parts === undefined) return undefined;
      const shift = variables;
      const renamed = (text: unknown): unknown =>
        typeof text === "string"
          ? text.replace(/^#(\d+)$/u, (_, index: string) => `#${Number(index) + shift}`)
          : text;
      for (const { tool, arguments: named } of parts.actions) {
        const taken = Object.fromEntries(
          Object.entries(named).map(([name, value]) => [name, renamed(value)]),
        );
        const isGiven = before !== undefined && tool === "instances" && taken["class"] === stand;
        actions.push({
          environment: kb.id,
          tool: isGiven ? "use_values" : tool,
          arguments: isGiven ? { values: { $ref: before?.reference ?? "" } } : (taken as Action["arguments"]),
        });
      }
      const last = String(renamed(parts.claim.text ?? ""));
      variables = Number(last.slice(1)) + 1;
      claim = { text: last };
      before = {
        reference: `${kb.id}:${last}.${step.gives === "labels" ? "labels" : step.gives === "numbers" ? "keys" : "ids"}`,
        keys: false,
      };
    } else {
      const { db } = environments;
      let sql = step.sql ?? "";
      if (before !== undefined) {
        actions.push({
          environment: db.id,
          tool: "use_values",
          arguments: { name: "given", values: { $ref: before.reference } },
        });
        // An identifier such as film:123 ends in the key of the row.
        if (before.keys)
          sql = sql.replace(
            /FROM given\b/giu,
            "FROM (SELECT CAST(substr(value, instr(value, ':') + 1) AS INTEGER) AS value FROM given) AS given",
          );
      }
      claim = { text: sql };
      const parts = step === steps.at(-1) ? [] : db.capabilities.sql?.takeApart(sql);
      if (parts === undefined) return undefined;
      actions.push(...parts.map((action) => ({ ...action, environment: db.id })));
      before = { reference: `${db.id}:draft.${step.gives}`, keys: false };
    }
    if (step !== steps.at(-1) && before !== undefined) references.push(before.reference);
  }
  return { actions, claim, references };
}
