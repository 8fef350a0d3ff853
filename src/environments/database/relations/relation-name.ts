import type { ToolFailure } from "../../../environment/tool-failure.ts";
import type { DatabaseServices } from "../database-services.ts";
import type { Draft } from "../draft/draft.ts";
import { MAIN_PART } from "../draft/draft-part.ts";
import type { Relation } from "./relation.ts";

const LONGEST = 60;

interface Names {
  readonly services: Pick<DatabaseServices, "driver" | "schema">;
  readonly draft: Draft;
  readonly relations: readonly Relation[];
}

/** Why a relation cannot have that name, with one that is free; undefined where it can. A relation's own name may be given again. */
export function nameTaken(name: string, names: Names): ToolFailure | undefined {
  const why = whyNot(name, names);
  if (why === undefined) return undefined;
  const free = freeName(name, names);
  return {
    code: "invalid-arguments",
    message: `"${name}" ${why}.`,
    part: { argument: "name", text: name },
    suggestions: free === undefined ? [] : [{ text: free, replaces: name, reason: "free" }],
  };
}

/** The name itself, or one that begins like it, that nothing else has. */
export function freeName(wanted: string, names: Names): string | undefined {
  const plain =
    wanted
      .replace(/\W+/gu, "_")
      .replace(/^(?=\d)/u, "_")
      .slice(0, LONGEST - 8) || "given";
  const numbered = Array.from({ length: 99 }, (_, at) => `${plain}_${at + 2}`);
  const { sameIdentifier } = names.services.driver.dialect;
  const isNew = (name: string) => names.relations.every((relation) => !sameIdentifier(relation.name, name));
  return [plain, `${plain}_values`, ...numbered].find(
    (each) => whyNot(each, names) === undefined && isNew(each),
  );
}

function whyNot(name: string, { services, draft }: Names): string | undefined {
  const { dialect } = services.driver;
  const same = (other: string) => dialect.sameIdentifier(other, name);
  if (!/^[A-Za-z_]\w*$/u.test(name) || name.length > LONGEST)
    return `is no plain name: letters, digits and _, at most ${LONGEST}`;
  const lower = name.toLowerCase();
  if (lower === MAIN_PART) return "is what the draft's main query is called";
  if (dialect.identifier(lower) !== lower) return `is a keyword of ${dialect.name}`;
  const table = services.schema.tables.find((each) => each.kind !== "values" && same(each.name));
  if (table) return `is already the name of a ${table.kind}`;
  return draft.with.some((cte) => same(cte.name)) ? "is already the name of a CTE of the draft" : undefined;
}
