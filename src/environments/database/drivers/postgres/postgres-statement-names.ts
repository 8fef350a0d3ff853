import type { NamedFunction, NamedOwner, NamedRelation, StatementNames } from "../../sql/statement-names.ts";
import { tokenize } from "../../sql/tokenize.ts";
import { postgresLexical } from "./postgres-lexical.ts";
import type { PostgresParser } from "./postgres-parser.ts";

type Node = { readonly [key: string]: unknown };
interface RangeVar {
  readonly catalogname?: string;
  readonly schemaname?: string;
  readonly relname: string;
  readonly alias?: unknown;
  readonly location?: number;
}
interface WithClause {
  readonly ctes?: readonly {
    readonly CommonTableExpr: { readonly ctename: string; readonly ctequery: unknown };
  }[];
  readonly recursive?: boolean;
}
type Scope = ReadonlySet<string>;

/** What a query of PostgreSQL names; undefined for what its grammar does not take. */
export function postgresStatementNames(parser: PostgresParser, sql: string): StatementNames | undefined {
  let statement: Node | undefined;
  try {
    const tree = parser.parseSync(sql) as { readonly stmts?: readonly { readonly stmt: Node }[] };
    statement = tree.stmts?.length === 1 ? tree.stmts[0]?.stmt : undefined;
  } catch {
    return undefined;
  }
  if (statement === undefined) return undefined;
  const relations: NamedRelation[] = [];
  const functions: NamedFunction[] = [];
  const types: { readonly schema?: string; readonly name: string }[] = [];
  const owners: NamedOwner[] = [];
  const given: string[] = [];
  const places = placesIn(sql);

  const visit = (value: unknown, scope: Scope): void => {
    if (typeof value !== "object" || value === null) return;
    if (Array.isArray(value)) {
      for (const item of value) visit(item, scope);
      return;
    }
    const { withClause, ...rest } = value as Node;
    const inner = withClause === undefined ? scope : visitCommonTables(withClause as WithClause, scope);
    for (const [key, child] of Object.entries(rest)) {
      if (key === "RangeVar") addRelation(child as RangeVar, inner);
      else if (key === "FuncCall") addNamed(functions, (child as Node).funcname, (child as Node).location);
      else if (key === "TypeName" || key === "typeName") addType(child as Node);
      else if (key === "ColumnRef") addColumn(child as Node);
      else if (key === "A_Indirection") addAttribute((child as Node).indirection, 0);
      else if (key === "A_Expr") addOperators(child as Node);
      else if (key === "operName" || key === "useOp") addOperator(child);
      else if (key === "aliasname") given.push(String(child));
      else if (comparesUnwritten(key, child as Node)) functions.push({ name: "=", form: "operator" });
      visit(child, inner);
    }
  };
  const visitCommonTables = ({ ctes = [], recursive }: WithClause, scope: Scope): Scope => {
    const all = new Set([...scope, ...ctes.map((cte) => cte.CommonTableExpr.ctename)]);
    const seen = new Set(recursive === true ? all : scope);
    given.push(...ctes.map((cte) => cte.CommonTableExpr.ctename));
    for (const { CommonTableExpr: cte } of ctes) {
      visit(cte, new Set(seen));
      seen.add(cte.ctename);
    }
    return all;
  };
  const addRelation = (relation: RangeVar, scope: Scope): void => {
    const { catalogname, schemaname, relname, alias, location = 0 } = relation;
    if (schemaname === undefined && scope.has(relname)) return;
    const schema = catalogname === undefined ? schemaname : `${catalogname}.${schemaname ?? ""}`;
    const parts = [catalogname, schemaname, relname].filter((part) => part !== undefined).length;
    relations.push({
      ...(schema === undefined ? {} : { schema }),
      name: relname,
      hasAlias: alias !== undefined,
      ...places(location, parts),
    });
  };
  const addType = ({ names }: Node): void => addNamed(types, names, undefined);
  const addNamed = (
    list: { schema?: string; name: string; offset?: number; form: "call" }[] | typeof types,
    names: unknown,
    location: unknown,
  ): void => {
    const parts = stringsOf(names);
    const name = parts.at(-1);
    if (name === undefined) return;
    const schema = parts.slice(0, -1).join(".");
    (list as NamedFunction[]).push({
      name,
      form: "call",
      ...(schema === "" ? {} : { schema }),
      ...(typeof location === "number" ? { offset: places(location, 1).start } : {}),
    });
  };
  const addColumn = ({ fields, location = 0 }: Node): void => {
    addAttribute(fields, 1);
    const [schema, table, ...others] = stringsOf(fields);
    const isOwned = Array.isArray(fields) && fields.length === 3;
    if (isOwned && schema !== undefined && table !== undefined && others.length <= 1)
      owners.push({ schema, table, ...places(Number(location), 2) });
  };
  const addAttribute = (fields: unknown, from: number): void => {
    for (const name of stringsOf(fields).slice(from)) functions.push({ name, form: "attribute" });
  };
  // `a OPERATOR(schema.+) b` calls what somebody has put into that schema, and so may `a + b`.
  const addOperator = (names: unknown): void => {
    const parts = stringsOf(names);
    const [first, ...others] = parts;
    if (first === undefined || (first === "pg_catalog" && others.length === 1)) return;
    if (others.length > 0) functions.push({ name: parts.join("."), form: "call" });
    else functions.push({ name: first, form: "operator" });
  };
  const addOperators = ({ kind, name }: Node): void => {
    if (!String(kind).includes("BETWEEN")) addOperator(name);
    else for (const each of ["<", "<=", ">", ">="]) functions.push({ name: each, form: "operator" });
  };

  visit(statement, new Set());
  const { withClause } = (statement.SelectStmt ?? {}) as { readonly withClause?: WithClause };
  const commonTables = (withClause?.ctes ?? []).map((cte) => cte.CommonTableExpr.ctename);
  return { relations, functions, types, commonTables, owners, given };
}

/** `IN (SELECT …)`, `CASE x WHEN y`, USING and NATURAL call the operator `=` that suits the types, whoever made it. */
function comparesUnwritten(key: string, node: Node): boolean {
  if (key === "SubLink") return node.subLinkType === "ANY_SUBLINK" && node.operName === undefined;
  if (key === "CaseExpr") return node.arg !== undefined;
  return key === "JoinExpr" && (node.isNatural === true || node.usingClause !== undefined);
}

function stringsOf(names: unknown): readonly string[] {
  return (Array.isArray(names) ? names : []).flatMap((part) => {
    const text = (part as { readonly String?: { readonly sval?: string } }).String?.sval;
    return text === undefined ? [] : [text];
  });
}

/** The parser counts bytes. A name of so many parts is as many tokens with points between them. */
function placesIn(sql: string): (location: number, parts: number) => { start: number; end: number } {
  const bytes = Buffer.from(sql);
  const isPlain = bytes.length === sql.length;
  const { tokens } = tokenize(sql, postgresLexical);
  return (location, parts) => {
    const start = isPlain ? location : bytes.subarray(0, location).toString().length;
    const at = tokens.findIndex((token) => token.start === start);
    return { start, end: tokens[at + 2 * parts - 2]?.end ?? start };
  };
}
