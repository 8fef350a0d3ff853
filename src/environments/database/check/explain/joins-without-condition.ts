import { buildScope } from "../../sql/build-scope.ts";
import type { InspectionRun } from "../inspection-run.ts";
import { keyConditions } from "../join-advice.ts";
import { scopeContext } from "../query-scope.ts";
import { visitQueries } from "./all-expressions.ts";
import type { ForeignSyntax } from "./in-own-words.ts";

/** `a JOIN b` without ON, where the dialect takes that for no whole join; with the key between the tables. */
export function joinsWithoutCondition(run: InspectionRun): readonly ForeignSyntax[] {
  const { dialect } = run.services.driver;
  const { joinsNeedCondition: needed } = dialect;
  if (needed === undefined) return [];
  const found: ForeignSyntax[] = [];
  visitQueries(run, (tree) => {
    for (const core of tree.cores) {
      const scope = buildScope(tree, core, scopeContext(run.services));
      for (const [at, source] of scope.sources.entries()) {
        const { join } = source.source;
        if (!join || join.on || join.using || join.natural) continue;
        const isOuter = join.kind === "left" || join.kind === "right" || join.kind === "full";
        if (!isOuter && (join.kind !== "inner" || needed === "outer" || saysCross(run, source.source.start)))
          continue;
        const [key] = scope.sources.slice(0, at).flatMap((other) => keyConditions(run, other, source));
        const table = run.text(source.source);
        found.push({
          span: source.source,
          message: `${dialect.name} wants ON behind JOIN ${table}${key ? `; the key is ${key.text}` : ": find_join_path shows how the tables go together"}. CROSS JOIN is every row with every other.`,
          ...(key
            ? {
                suggestion: {
                  text: `${table} ON ${key.text}`,
                  replaces: table,
                  reason: key.link.declared ? "declared foreign key" : "the names say so",
                  score: 0.97,
                },
              }
            : {}),
        });
      }
    }
  });
  return found;
}

/** Joins that take no condition and that the reader has no kind of their own for (`POSITIONAL JOIN`). */
function saysCross(run: InspectionRun, start: number): boolean {
  return /\bPOSITIONAL\s+JOIN\s+$/iu.test(run.subject.sql.slice(0, start));
}
