import { parse } from "sqlite3-parser";
import type { Span } from "../../sql/query-tree.ts";
import type { NamedFunction, NamedOwner, NamedRelation, StatementNames } from "../../sql/statement-names.ts";

type Node = { readonly [key: string]: unknown; readonly type?: string };
type Place = { readonly span: { readonly offset: number; readonly length: number } };
type Name = Place & { readonly text: string };
type Qualified = Place & { readonly dbName?: Name; readonly objName: Name };

/** What a query of SQLite names; undefined for what its grammar does not take. */
export function sqliteStatementNames(sql: string): StatementNames | undefined {
  const result = parse(sql);
  if (result.status === "error") return undefined;
  const relations: NamedRelation[] = [];
  const functions: NamedFunction[] = [];
  const owners: NamedOwner[] = [];
  const given: string[] = [];

  const relation = (
    name: Qualified,
    hasAlias: boolean,
    scope: ReadonlySet<string>,
    indexed?: Place & Node,
  ): void => {
    const { dbName, objName } = name;
    if (dbName === undefined && scope.has(fold(objName.text))) return;
    relations.push({
      ...(dbName === undefined ? {} : { schema: dbName.text }),
      name: objName.text,
      hasAlias,
      start: name.span.offset,
      end: name.span.offset + name.span.length,
      ...(indexed?.type === "IndexedByIndexed" ? { indexHint: spanOf(indexed) } : {}),
    });
  };
  const call = (name: string, { span }: Place, schema?: string): void => {
    functions.push({ name, form: "call", offset: span.offset, ...(schema === undefined ? {} : { schema }) });
  };
  const visit = (value: unknown, scope: ReadonlySet<string>): void => {
    if (typeof value !== "object" || value === null) return;
    if (Array.isArray(value)) {
      for (const item of value) visit(item, scope);
      return;
    }
    const node = value as Node;
    const inner = scopeOf(node, scope);
    given.push(...ctesOf(node));
    switch (node.type) {
      case "QualifiedName":
        relation(value as Qualified, false, inner);
        return;
      case "TableSelectTable": {
        const { tblName, alias, indexed, ...rest } = node;
        relation(tblName as Qualified, alias !== undefined, inner, indexed as (Place & Node) | undefined);
        visit(alias, inner);
        visit(Object.values(rest), inner);
        return;
      }
      case "TableCallSelectTable": {
        const { tblName, ...rest } = node;
        const { objName, dbName } = tblName as Qualified;
        call(objName.text, objName, dbName?.text);
        visit(Object.values(rest), inner);
        return;
      }
      case "InTableExpr": {
        const { rhs, args, ...rest } = node;
        if (args === undefined) relation(rhs as Qualified, true, inner);
        else call((rhs as Qualified).objName.text, rhs as Place, (rhs as Qualified).dbName?.text);
        visit([...Object.values(rest), args], inner);
        return;
      }
      case "QualifiedExpr": {
        const { schema, table } = node as { readonly schema?: Name; readonly table: Name };
        if (schema !== undefined)
          owners.push({
            schema: schema.text,
            table: table.text,
            start: schema.span.offset,
            end: spanOf(table).end,
          });
        break;
      }
      case "AsAs":
      case "ElidedAs":
        given.push((node.name as Name).text);
        break;
      case "FunctionCallExpr":
      case "FunctionCallStarExpr": {
        const name = node.name as Place & { readonly name?: string; readonly text?: string };
        call(name.name ?? name.text ?? "", name);
        break;
      }
    }
    for (const child of Object.values(node)) visit(child, inner);
  };
  visit(result.root, new Set());
  const [first] = result.root.cmds;
  const commonTables = first?.type === "SelectStmt" ? ctesOf(first.body as unknown as Node) : [];
  return { relations, functions, types: [], commonTables, owners, given };
}

function spanOf({ span: { offset, length } }: Place): Span {
  return { start: offset, end: offset + length };
}

/** All CTEs of one WITH know each other. */
function scopeOf(node: Node, scope: ReadonlySet<string>): ReadonlySet<string> {
  const ctes = ctesOf(node);
  return ctes.length === 0 ? scope : new Set([...scope, ...ctes.map(fold)]);
}

function ctesOf(node: Node): readonly string[] {
  const { ctes = [] } = (node.with ?? {}) as { readonly ctes?: readonly { readonly tblName: Name }[] };
  return ctes.map(({ tblName }) => tblName.text);
}

/** SQLite folds ASCII letters only. */
function fold(name: string): string {
  return name.replaceAll(/[A-Z]/gu, (letter) => letter.toLowerCase());
}
