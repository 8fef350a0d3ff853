import type { JsonObject } from "../../../util/json.ts";
import { stripFence } from "../../text-actions/strip-thinking.ts";
import { clipped } from "../api-team/clipped.ts";
import { type Read, textOf } from "../api-team/role-form.ts";
import { LONGEST } from "./long-form-limits.ts";
import type { LongFormState } from "./long-form-state.ts";

export type WrittenQuery = {
  /** Of the query that it is to take the place of. */
  readonly name?: string;
  readonly step?: number;
  readonly purpose: string;
  readonly environment: string;
  readonly sql: string;
};

/** A query as a role has written it, or what to tell its writer. */
export function readQuery(
  given: JsonObject,
  { environments, queries }: Pick<LongFormState, "environments" | "queries">,
): Read<WrittenQuery> {
  const sql = stripFence(textOf(given["sql"]));
  if (sql === "") return { problem: 'Each query has its statement in "sql".' };
  if (sql.length > LONGEST.sql) {
    return { problem: `A query has ${sql.length} characters. Write at most ${LONGEST.sql}.` };
  }
  const name = textOf(given["name"]).toUpperCase();
  const mended = queries.find((query) => query.name === name);
  if (name !== "" && mended === undefined) {
    return {
      problem: `There is no query ${name}. There are: ${queries.map((query) => query.name).join(", ")}.`,
    };
  }
  const environment = environmentOf(given, environments) ?? mended?.environment;
  if (environment === undefined) {
    const ids = environments.map(({ id }) => id).join(", ");
    return { problem: `Each query names its "environment", one of: ${ids}.` };
  }
  const purpose = clipped(textOf(given["purpose"]) || mended?.purpose || "not said", LONGEST.purpose);
  const { step } = given;
  return {
    said: {
      ...(name === "" ? {} : { name }),
      ...(typeof step === "number" && Number.isInteger(step) ? { step } : {}),
      purpose,
      environment,
      sql,
    },
  };
}

function environmentOf(given: JsonObject, environments: LongFormState["environments"]): string | undefined {
  const [only] = environments;
  if (environments.length === 1) return only?.id;
  const named = textOf(given["environment"]).toLowerCase();
  return environments.find(({ id }) => id.toLowerCase() === named)?.id;
}
