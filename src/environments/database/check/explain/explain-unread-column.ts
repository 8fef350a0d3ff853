import { schemaName } from "../../../../environment/egress/egress-scope.ts";
import type { ToolFailure } from "../../../../environment/tool-failure.ts";
import type { TableSchema } from "../../schema/database-schema.ts";
import { cut } from "../../sql/token.ts";
import { tokenize } from "../../sql/tokenize.ts";
import type { InspectionRun } from "../inspection-run.ts";
import { columnsShown } from "./columns-shown.ts";
import { type Complaint, failure, type Ranked } from "./explanation.ts";
import { nearNames } from "./near-names.ts";

const WORTH = 0.55;

/**
 * A column, or a field of one, where nothing tells which table is meant, as the statement could not be read (PIVOT, EXCLUDE): near ones of the
 * tables whose names stand in it.
 */
export function explainUnreadColumn(complaint: Complaint, written: string): ToolFailure {
  const { run } = complaint;
  const { dialect } = run.services.driver;
  const name = written.slice(written.lastIndexOf(".") + 1);
  const tables = tablesNamed(run);
  const ranked = tables.flatMap((table) => {
    const columns = table.columns.map((column) => dialect.identifier(column.name));
    const fields = table.columns.flatMap((column) => fieldsWithin(column.declaredType, run));
    return [
      ...near(name, columns, `column of ${table.name}`),
      ...near(name, fields, `field in ${table.name}`),
    ];
  });
  const shown = tables.map((table) => columnsShown({ name: table.name, table, columns: table.columns }));
  const message = `There is no column ${written}${shown.length > 0 ? `: ${shown.join("; ")}` : ""}.`;
  return failure(complaint, "unknown-column", message, name || undefined, ranked);
}

function near(name: string, names: readonly string[], reason: string): readonly Ranked[] {
  return nearNames(name, names, 5)
    .filter(({ score }) => score >= WORTH)
    .map(({ name: text, score }) => ({ text, replaces: name, reason, score }));
}

/** Fields of a type and of their types. */
function fieldsWithin(type: string, run: InspectionRun): readonly string[] {
  const fields = run.services.driver.dialect.fieldsOf?.(type) ?? new Map<string, string>();
  return [...fields].flatMap(([name, inner]) => [schemaName(name), ...fieldsWithin(inner, run)]);
}

/** Tables whose names stand in the statement. */
export function tablesNamed(run: InspectionRun): readonly TableSchema[] {
  const { dialect } = run.services.driver;
  const text = tokenize(run.subject.sql, dialect.lexical);
  const names = text.tokens.flatMap((token) => {
    if (token.kind === "identifier") return [token.value];
    return token.kind === "word" ? [cut(text, token)] : [];
  });
  return run.services.schema.tables.filter((table) =>
    names.some((each) => dialect.sameIdentifier(each, table.name)),
  );
}
