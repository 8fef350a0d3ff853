import { SqlEngineError } from "../../driver/sql-engine-error.ts";
import type { Span } from "../../sql/query-tree.ts";
import type { NamedFunction, NamedOwner, NamedRelation, StatementNames } from "../../sql/statement-names.ts";
import type { Token } from "../../sql/token.ts";
import { tokenize } from "../../sql/tokenize.ts";
import { classifyDuckdbComplaint } from "./duckdb-error-classifier.ts";
import { duckdbLexical } from "./duckdb-lexical.ts";

type Node = { readonly [key: string]: unknown };
type Scope = ReadonlySet<string>;
/** What stands in place of a tree. */
interface Complaint {
  readonly error_type?: string;
  readonly error_message?: string;
  readonly position?: string;
}
interface Entry {
  readonly key: string;
  readonly value: Node;
}

/** Everything that a table can be read by; another kind of node is not read. */
const TABLE_REFERENCES = new Set([
  "BASE_TABLE",
  "JOIN",
  "SUBQUERY",
  "TABLE_FUNCTION",
  "EMPTY",
  "EXPRESSION_LIST",
  "PIVOT",
  "SHOW_REF",
]);
const QUERY_NODES = new Set(["SELECT_NODE", "SET_OPERATION_NODE", "RECURSIVE_CTE_NODE"]);
const EXPRESSIONS = new Set(
  `COLUMN_REF CONSTANT FUNCTION STAR CAST OPERATOR COMPARISON CONJUNCTION CASE BETWEEN SUBQUERY LAMBDA WINDOW COLLATE
  PARAMETER POSITIONAL_REFERENCE DEFAULT`.split(/\s+/u),
);
/** Parts of the others: they hold expressions, and name nothing. */
const PARTS =
  /^(?:ORDER_DEFAULT|ASCENDING|DESCENDING|(?:ORDER|DISTINCT|LIMIT|LIMIT_PERCENT)_MODIFIER|[A-Z]+_TYPE_INFO)$/u;

const ONLY_SELECT =
  "Of DuckDB's statements, only SELECT, FROM, VALUES and PIVOT … IN (listed values) can be run while parts of the database are kept back";
const NOT_READ = "The statement has a part that cannot be read while parts of the database are kept back";
const ODD_BLANKS =
  "The statement has blanks that are no plain spaces; write spaces while parts of the database are kept back";
const NO_SHOW = "SHOW cannot be run while parts of the database are kept back";
const WITHIN_FROM =
  "DESCRIBE and SUMMARIZE can be run only within FROM while parts of the database are kept back: FROM (SUMMARIZE …)";

/**
 * What a query names, by the engine's own parse tree (`json_serialize_sql`). A tree with a node of another kind than those known here is
 * refused: it could name a table in a way that is not looked for.
 * @throws SqlEngineError `syntax`; `not-read-only` for what is refused
 */
export function duckdbStatementNames(sql: string, tree: unknown): StatementNames | undefined {
  const { error, statements, ...complaint } = (tree ?? {}) as Complaint & {
    readonly error?: boolean;
    readonly statements?: readonly { readonly node?: Node }[];
  };
  if (error === true) throw complained(complaint, sql);
  const node = statements?.length === 1 ? statements[0]?.node : undefined;
  if (node === undefined) return undefined;
  return namesOf(sql, node);
}

function namesOf(sql: string, root: Node): StatementNames {
  let refused: string | undefined;
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
    const { cte_map: commonTables, ...node } = value as Node;
    if (text(node.alias) !== "") given.push(text(node.alias));
    const inner = commonTables === undefined ? scope : visitCommonTables(entriesOf(commonTables), scope);
    visitNode(node, inner);
  };
  const visitNode = (node: Node, scope: Scope): void => {
    if (!isKnown(node)) refused ??= NOT_READ;
    switch (node.class ?? node.type) {
      case "CONSTANT":
        return;
      case "COLUMN_REF":
        addOwner(node);
        return;
      case "BASE_TABLE":
        addRelation(node, scope);
        break;
      case "TABLE_FUNCTION":
        addCall(node.function as Node, "table");
        visit((node.function as Node).children, scope);
        return;
      case "FUNCTION":
      case "WINDOW":
        addCall(node, "call");
        break;
      case "SHOW_REF":
        if (typeof node.query !== "object" || node.query === null || text(node.table_name) !== "")
          refused ??= NO_SHOW;
        break;
      case "PIVOT":
        for (const { pivot_enum: name } of (node.pivots ?? []) as readonly Node[])
          if (text(name) !== "") types.push({ name: text(name) });
        break;
      case "UNBOUND_TYPE_INFO":
        types.push({
          name: text(node.name),
          ...(text(node.schema) === "" ? {} : { schema: text(node.schema) }),
        });
        break;
      case "RECURSIVE_CTE_NODE": {
        const { right, ...rest } = node;
        visit(Object.values(rest), scope);
        // Only what is repeated has the rows before it under the CTE's name.
        visit(right, new Set([...scope, fold(text(node.cte_name))]));
        return;
      }
    }
    visit(Object.values(node), scope);
  };
  /** A CTE knows those before it. */
  const visitCommonTables = (entries: readonly Entry[], scope: Scope): Scope => {
    const seen = new Set(scope);
    given.push(...entries.map(({ key }) => key));
    for (const { key, value } of entries) {
      visit(value, new Set(seen));
      seen.add(fold(key));
    }
    return seen;
  };
  const addRelation = (node: Node, scope: Scope): void => {
    const [catalog, schema, name] = [text(node.catalog_name), text(node.schema_name), text(node.table_name)];
    if (catalog === "" && schema === "" && scope.has(fold(name))) return;
    const parts = [catalog, schema, name].filter((part) => part !== "");
    const place = places.spanOf(node.query_location, parts);
    if (place === undefined) refused ??= NOT_READ;
    relations.push({
      ...(parts.length === 1 ? {} : { schema: parts.slice(0, -1).join(".") }),
      name,
      hasAlias: text(node.alias) !== "",
      ...(place ?? { start: 0, end: 0 }),
    });
  };
  /** `a.b.c` may be a field of a column, too: whoever takes it for a column of a table looks whether there is one. */
  const addOwner = ({ column_names: names, query_location: location }: Node): void => {
    const [schema = "", table = "", column] = Array.isArray(names) ? names.map(text) : [];
    const place = column === undefined ? undefined : places.spanOf(location, [schema, table]);
    if (place !== undefined) owners.push({ schema, table, ...place });
  };
  // What a database adds is refused by its name, in whichever schema it stands.
  const addCall = (node: Node, form: "call" | "table"): void => {
    if (node.class !== "FUNCTION" && node.class !== "WINDOW") refused ??= NOT_READ;
    const at = places.offset(node.query_location);
    functions.push({ name: text(node.function_name), form, ...(at === undefined ? {} : { offset: at }) });
  };

  visit(root, new Set());
  const source = root.from_table as Node | undefined;
  if (source?.type === "SHOW_REF" && /^(?:DESC|DESCRIBE|SUMMARIZE|SHOW)$/u.test(places.firstWord))
    refused ??= WITHIN_FROM;
  // The engine makes spaces of them before it counts places.
  if (places.hasOddBlanks) refused = ODD_BLANKS;
  if (refused !== undefined) throw refusal(refused);
  const commonTables = entriesOf(root.cte_map).map(({ key }) => key);
  return { relations, functions, types, commonTables, owners, given };
}

function complained(
  { error_type: type, error_message: message, position }: Complaint,
  sql: string,
): SqlEngineError {
  if (type !== "parser" || message === undefined) return refusal(ONLY_SELECT);
  const place = position === undefined ? {} : { position: Number(position) };
  return new SqlEngineError(classifyDuckdbComplaint({ type: "Parser", message, ...place }, sql));
}

function refusal(engineMessage: string): SqlEngineError {
  return new SqlEngineError({ kind: "not-read-only", engineMessage });
}

function isKnown({ class: expression, type }: Node): boolean {
  if (expression !== undefined) return EXPRESSIONS.has(String(expression));
  return typeof type !== "string" || TABLE_REFERENCES.has(type) || QUERY_NODES.has(type) || PARTS.test(type);
}

function entriesOf(map: unknown): readonly Entry[] {
  return ((map as { readonly map?: readonly Entry[] } | undefined)?.map ?? []) as readonly Entry[];
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** DuckDB folds ASCII letters only. */
function fold(name: string): string {
  return name.replaceAll(/[A-Z]/gu, (letter) => letter.toLowerCase());
}

const BLANKS = /[\u0085\u00a0\u1680\u180e\u2000-\u200f\u2028\u2029\u202f\u205f\u3000\ufeff]/u;

/** The engine counts bytes. A name of so many parts is as many tokens with points between them, and stands there as it is named. */
function placesIn(sql: string) {
  const bytes = Buffer.from(sql);
  const isPlain = bytes.length === sql.length;
  const { tokens } = tokenize(sql, duckdbLexical);
  const offset = (location: unknown): number | undefined => {
    if (typeof location !== "number" || location >= bytes.length) return undefined;
    return isPlain ? location : bytes.subarray(0, location).toString().length;
  };
  const spanOf = (location: unknown, parts: readonly string[]): Span | undefined => {
    const start = offset(location);
    const at = tokens.findIndex((token) => token.start === start);
    const named = parts.every((part, index) => isNamed(tokens[at + 2 * index], part));
    const last = tokens[at + 2 * parts.length - 2];
    return start === undefined || last === undefined || !named ? undefined : { start, end: last.end };
  };
  const literals = tokens.filter(({ kind }) => kind === "string" || kind === "identifier");
  const plain = literals.reduceRight((text, { start, end }) => text.slice(0, start) + text.slice(end), sql);
  return {
    offset,
    spanOf,
    hasOddBlanks: BLANKS.test(plain),
    firstWord: tokens.find(({ value }) => value !== "(")?.value ?? "",
  };
}

function isNamed(token: Token | undefined, name: string): boolean {
  return token !== undefined && fold(token.value) === fold(name);
}
