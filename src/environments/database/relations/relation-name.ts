import type { ToolFailure } from "../../../environment/tool-failure.ts";
import type { DatabaseServices } from "../database-services.ts";
import type { Draft } from "../draft/draft.ts";
import { MAIN_PART } from "../draft/draft-part.ts";
import type { Relation } from "./relation.ts";

const LONGEST = 60;

/** Why a relation cannot have that name, with one that is free; undefined where it can. A relation's own name may be given again. */
export function nameTaken(
  name: string,
  {
    services,
    draft,
    relations,
  }: {
    readonly services: Pick<DatabaseServices, "driver" | "schema">;
    readonly draft: Draft;
    readonly relations: readonly Relation[];
  },
): ToolFailure | undefined {
  const { dialect } = services.driver;
  const others = relations.map((relation) => relation.name);
  const reason = (wanted: string): string | undefined => {
    const same = (other: string) => dialect.sameIdentifier(other, wanted);
    if (!/^[A-Za-z_]\w*$/u.test(wanted) || wanted.length > LONGEST)
      return `is no plain name: letters, digits and _, at most ${LONGEST}`;
    if (wanted.toLowerCase() === MAIN_PART) return "is what the draft's main query is called";
    if (dialect.identifier(wanted.toLowerCase()) !== wanted.toLowerCase())
      return `is a keyword of ${dialect.name}`;
    const table = services.schema.tables.find((each) => each.kind !== "values" && same(each.name));
    if (table) return `is already the name of a ${table.kind}`;
    if (draft.with.some((cte) => same(cte.name))) return "is already the name of a CTE of the draft";
    return undefined;
  };
  const why = reason(name);
  if (why === undefined) return undefined;
  const plain =
    name
      .replace(/\W+/gu, "_")
      .replace(/^(?=\d)/u, "_")
      .slice(0, LONGEST - 8) || "given";
  const candidates = [
    plain,
    `${plain}_values`,
    ...Array.from({ length: 99 }, (_, at) => `${plain}_${at + 2}`),
  ];
  const free = candidates.find((each) => reason(each) === undefined && !others.includes(each));
  return {
    code: "invalid-arguments",
    message: `"${name}" ${why}.`,
    part: { argument: "name", text: name },
    suggestions: free === undefined ? [] : [{ text: free, replaces: name, reason: "free" }],
  };
}
