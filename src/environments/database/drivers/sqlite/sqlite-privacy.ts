import { parse } from "sqlite3-parser";
import { spokenNode } from "../../driver/sql-engine-error.ts";
import type { CatalogEntry, PrivacyFacts, StatementNames } from "../../privacy/privacy-facts.ts";
import { FoundNames, type TreeNode } from "../../privacy/walk-names.ts";
import { foldAscii } from "../../sql/fold-ascii.ts";
import type { StatementInfo } from "../../sql/sql-dialect.ts";
import { cut } from "../../sql/token.ts";
import { tokenize } from "../../sql/tokenize.ts";
import { sqliteLexical as LEXICAL, sqliteFunctions } from "./sqlite-functions.ts";

/** Classifies a text by SQLite's own grammar. */
export function sqliteStatementInfo(sql: string): StatementInfo {
  const result = parse(sql);
  if (result.status === "error") {
    const [first] = result.errors;
    const syntaxError = {
      message: first?.message ?? "syntax error",
      ...(first === undefined ? {} : { offset: first.span.offset }),
    };
    return { statements: 0, isQuery: false, syntaxError };
  }
  const commands = result.root.cmds;
  const [first] = commands;
  if (commands.length === 1 && first?.type === "SelectStmt") return { statements: 1, isQuery: true };
  const kinds = commands.map(({ type }) => spokenNode(type));
  return {
    statements: commands.length,
    isQuery: false,
    ...(first === undefined ? {} : { refusedBecause: kinds.join("; ") }),
  };
}

const NOT_HARMLESS = new Set(["fts3_tokenizer", "load_extension"]);

export const sqlitePrivacy: PrivacyFacts = {
  catalogSql: "SELECT type, name, sql FROM main.sqlite_master WHERE type IN ('table', 'view')",
  catalogEntries(rows) {
    const listed = rows.map(([type, name, sql]): Listed => {
      const text = String(sql ?? "");
      return {
        name: String(name),
        text,
        isTable: type === "table" && !VIRTUAL.test(text),
        isVirtual: VIRTUAL.test(text),
      };
    });
    const virtual = listed.filter(({ isVirtual }) => isVirtual).map(({ name }) => `${name.toLowerCase()}_`);
    return listed.flatMap((each) => relationEntries(each, virtual));
  },
  namesIn: sqliteStatementNames,
  isSameName: (written, name) => foldAscii(written) === foldAscii(name),
  isHarmlessFunction: (name) =>
    sqliteFunctions.has(name.toLowerCase()) && !NOT_HARMLESS.has(name.toLowerCase()),
  tablesAreCalled: true,
  isCatalogFunction: () => false,
  isCatalogTable: (name) => /^(?:sqlite_|pragma_|dbstat$)/u.test(name),
  isBuiltInType: () => true,
  inlineHint: "NOT MATERIALIZED ",
  unknownTable: (name) => `no such table: ${name}`,
  unknownFunction: (name) => `no such function: ${name}`,
  unknownType: (name) => `no such type: ${name}`,
};

const VIRTUAL = /^CREATE\s+VIRTUAL/iu;

/** A row of `sqlite_master`. */
interface Listed {
  readonly name: string;
  readonly text: string;
  readonly isTable: boolean;
  readonly isVirtual: boolean;
}

/**
 * Entries of a table or view. A virtual table may show the rows of another, as full-text tables do. It stores its rows in ordinary tables with its
 * name and a suffix (`notes_content`), which statements cannot name, but views can.
 * @param virtual name prefixes of such tables, in lower case
 */
function relationEntries(
  { name, text, isTable, isVirtual }: Listed,
  virtual: readonly string[],
): readonly CatalogEntry[] {
  const entry = { schema: "main", name, visible: true } as const;
  if (isTable) return [{ ...entry, kind: "table" }, ...computedColumns(entry, text)];
  const view = { ...entry, kind: "view", definition: text } as const;
  return [isVirtual || mentionsOneOf(text, virtual) ? { ...view, mayReadAnything: true } : view];
}

function mentionsOneOf(definition: string, beginnings: readonly string[]): boolean {
  const text = tokenize(definition, LEXICAL);
  return text.tokens.some((token) => {
    const name = (token.kind === "word" ? cut(text, token) : token.value).toLowerCase();
    return beginnings.some((beginning) => name.startsWith(beginning));
  });
}

/** If the declaration cannot be parsed, its whole text counts as the expression of every column. */
function computedColumns(
  table: Pick<CatalogEntry, "schema" | "name" | "visible">,
  sql: string,
): readonly CatalogEntry[] {
  // A comment may precede the bracket.
  if (!/\bAS\b/iu.test(sql)) return [];
  const result = parse(sql);
  if (result.status === "error") return [{ ...table, kind: "column", definition: sql }];
  return nodesOf(result.root, "ColumnDefinition").flatMap((column) =>
    nodesOf(column, "GeneratedColumnConstraint").map((generated): CatalogEntry => {
      const { offset, length } = generated["span"] as { readonly offset: number; readonly length: number };
      const { text } = column["colName"] as { readonly text: string };
      return { ...table, kind: "column", column: text, definition: sql.slice(offset, offset + length) };
    }),
  );
}

/** Nodes of one type below a node, the outermost of each branch. */
function nodesOf(value: unknown, type: string): readonly TreeNode[] {
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item) => nodesOf(item, type));
  const node = value as TreeNode;
  return node["type"] === type ? [node] : Object.values(node).flatMap((child) => nodesOf(child, type));
}

type Place = { readonly span: { readonly offset: number; readonly length: number } };
type Name = Place & { readonly text: string };
type Qualified = Place & { readonly dbName?: Name; readonly objName: Name };

/** The names in a SQLite query; undefined for a text that its grammar rejects. */
function sqliteStatementNames(sql: string): StatementNames | undefined {
  const result = parse(sql);
  if (result.status === "error") return undefined;
  const found = new FoundNames();
  const call = (name: string, { span }: Place, schema?: string): void => {
    const of = schema === undefined ? {} : { schema };
    found.functions.push({ name, form: "call", offset: span.offset, ...of });
  };
  found.walk(result.root, {
    fold: foldAscii,
    withClause(node) {
      const { with: clause, ...rest } = node as { readonly with?: { readonly ctes?: readonly TreeNode[] } };
      if (clause?.ctes === undefined) return undefined;
      const tables = clause.ctes.map((body) => ({ name: (body["tblName"] as Name).text, body }));
      return { tables, knowEachOther: true, rest };
    },
    note(node, { scope, visit }) {
      const relation = ({ dbName, objName, span }: Qualified, hasAlias: boolean): void => {
        if (dbName === undefined && scope.has(foldAscii(objName.text))) return;
        const schema = dbName === undefined ? {} : { schema: dbName.text };
        const [start, end] = [span.offset, span.offset + span.length];
        found.relations.push({ ...schema, name: objName.text, hasAlias, start, end });
      };
      switch (node["type"]) {
        case "QualifiedName":
          relation(node as unknown as Qualified, false);
          return true;
        case "TableSelectTable": {
          const { tblName, ...rest } = node;
          relation(tblName as Qualified, node["alias"] !== undefined);
          visit(Object.values(rest), scope);
          return true;
        }
        case "TableCallSelectTable": {
          const { tblName, ...rest } = node;
          const { objName, dbName } = tblName as Qualified;
          call(objName.text, objName, dbName?.text);
          visit(Object.values(rest), scope);
          return true;
        }
        case "InTableExpr": {
          const { rhs, args, ...rest } = node;
          const { objName, dbName } = rhs as Qualified;
          if (args === undefined) relation(rhs as Qualified, true);
          else call(objName.text, rhs as Place, dbName?.text);
          visit([...Object.values(rest), args], scope);
          return true;
        }
        case "FunctionCallExpr":
        case "FunctionCallStarExpr": {
          const name = node["name"] as Place & { readonly name?: string; readonly text?: string };
          call(name.name ?? name.text ?? "", name);
          return false;
        }
        default:
          return false;
      }
    },
  });
  return found;
}
