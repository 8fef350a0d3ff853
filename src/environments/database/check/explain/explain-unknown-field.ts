import { schemaName } from "../../../../environment/egress/egress-scope.ts";
import type { ToolFailure } from "../../../../environment/tool-failure.ts";
import { resolveColumn } from "../../sql/build-scope.ts";
import type { ColumnNode } from "../../sql/query-tree.ts";
import type { Scope } from "../../sql/scope.ts";
import type { InspectionRun } from "../inspection-run.ts";
import { type Complaint, failure, nearNames, type Ranked } from "./explanation.ts";

import { type ScopedReference, scopedReferences, sourceNamed } from "./scoped-references.ts";

const WORTH = 0.5;
const MOST_NEAR = 5;

/** Of names joined by points those before one that is missing, that one, and those behind; and what could stand there. */
interface MissingField {
  readonly before: readonly string[];
  readonly missing: string;
  readonly behind: readonly string[];
  readonly fields: readonly string[];
}

/** A field that a column does not have: `address.cty` where the column `address` has `city`. */
export function explainUnknownField(complaint: Complaint, written: string): ToolFailure | undefined {
  const { run } = complaint;
  const { dialect } = run.services.driver;
  const name = written.slice(written.lastIndexOf(".") + 1);
  for (const { node, scope } of scopedReferences(run)) {
    const found = missingField(node, scope, run);
    if (found === undefined || !dialect.sameIdentifier(found.missing, name)) continue;
    const { before, missing, behind, fields } = found;
    const whole = before.map((part) => dialect.identifier(part)).join(".");
    const ranked = nearFields(missing, fields).map(({ name: near, score }): Ranked => {
      const path = [...before, near, ...behind].map((part) => dialect.identifier(part)).join(".");
      return { text: schemaName(path), replaces: run.text(node), reason: `field of ${whole}`, score };
    });
    const message = `There is no field ${missing} in ${whole}: it has ${fields.map(schemaName).join(", ")}.`;
    return failure(complaint, "unknown-column", message, node, ranked);
  }
  return undefined;
}

/** Fields of columns at hand, where the word before the point is near such a column: `adress.city`. */
export function nearPaths({ node, scope }: ScopedReference, run: InspectionRun): readonly Ranked[] {
  const { dialect } = run.services.driver;
  const { qualifier } = node;
  if (qualifier === undefined || dialect.fieldsOf === undefined) return [];
  return scope.sources.flatMap(({ columns }) =>
    columns.flatMap((column): readonly Ranked[] => {
      const fields = [...(dialect.fieldsOf?.(column.origin?.column.declaredType ?? "").keys() ?? [])];
      const [here] = fields.length === 0 ? [] : nearFields(qualifier, [column.name]);
      const [field] = here === undefined ? [] : nearFields(node.name, fields);
      if (here === undefined || field === undefined) return [];
      const path = [column.name, field.name].map((part) => dialect.identifier(part)).join(".");
      return [
        {
          text: schemaName(path),
          replaces: run.text(node),
          reason: `field of ${column.name}`,
          score: here.score * field.score,
        },
      ];
    }),
  );
}

function nearFields(name: string, fields: readonly string[]) {
  return nearNames(name, fields, MOST_NEAR).filter(({ score }) => score >= WORTH);
}

/** Undefined where the name is that of a table's column, or leads through fields to one that there is. */
function missingField(node: ColumnNode, scope: Scope, run: InspectionRun): MissingField | undefined {
  const { fieldsOf } = run.services.driver.dialect;
  if (fieldsOf === undefined || node.qualifier === undefined) return undefined;
  if (sourceNamed(scope, node.qualifier, run)) return undefined;
  const parts = [...node.qualifier.split("."), node.name];
  // `address.city`, `house.address.city`, `public.house.address.city`
  for (let tables = 0; tables < Math.min(3, parts.length - 1); tables++) {
    const qualifier = tables === 0 ? {} : { qualifier: parts.slice(0, tables).join(".") };
    const found = resolveColumn({ name: parts[tables] ?? "", ...qualifier }, scope);
    if (found.kind !== "column" || found.column.origin === undefined) continue;
    return leftWay(parts, tables + 1, found.column.origin.column.declaredType, run);
  }
  return undefined;
}

function leftWay(
  parts: readonly string[],
  from: number,
  declaredType: string,
  run: InspectionRun,
): MissingField | undefined {
  const { dialect } = run.services.driver;
  let type = declaredType;
  for (const [at, missing] of parts.entries()) {
    if (at < from) continue;
    const fields = dialect.fieldsOf?.(type) ?? new Map<string, string>();
    const names = [...fields.keys()];
    const same = names.find((name) => dialect.sameIdentifier(name, missing));
    if (same === undefined && names.length === 0) return undefined;
    if (same === undefined) {
      return { before: parts.slice(0, at), missing, behind: parts.slice(at + 1), fields: names };
    }
    type = fields.get(same) ?? "";
  }
  return undefined;
}
