import type { PrivacyFacts } from "../sql/privacy-facts.ts";
import type { SqlDialect } from "../sql/sql-dialect.ts";
import type { Restrictions } from "./restrictions.ts";

/** Words of the grammar that lists of functions have and that name none in a statement. */
const SPECIAL_FORMS = new Set(
  "array cast coalesce columns exists extract grouping if ifnull nullif overlay position row substring trim try_cast".split(
    " ",
  ),
);

/** Those of the database are hidden; of the engine's, none is offered that would be refused. */
export function functionsUnder(
  { ownFunctions }: Restrictions,
  { functions, mayCall }: SqlDialect,
  privacy: PrivacyFacts,
): Pick<SqlDialect, "functions" | "mayCall"> {
  const left = new Map([...functions].filter(([name]) => !ownFunctions.has(name)));
  return {
    functions: left,
    mayCall: (name) =>
      (mayCall?.(name) ?? true) &&
      (!left.has(name) ||
        SPECIAL_FORMS.has(name) ||
        privacy.isHarmlessFunction(name, "call") ||
        privacy.isHarmlessFunction(name, "table")),
  };
}
