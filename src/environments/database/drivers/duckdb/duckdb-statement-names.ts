import { SqlEngineError } from "../../driver/sql-engine-error.ts";
import type { StatementNames } from "../../privacy/privacy-facts.ts";
import { FoundNames, type TreeNode } from "../../privacy/walk-names.ts";
import { foldAscii } from "../../sql/fold-ascii.ts";
import type { Span } from "../../sql/query-tree.ts";
import type { Token } from "../../sql/token.ts";
import { tokenize } from "../../sql/tokenize.ts";
import { duckdbSyntaxError } from "./duckdb-failure.ts";
import { duckdbLexical } from "./duckdb-statement-info.ts";

/** What stands in place of a tree. */
interface Complaint {
  readonly error_type?: string;
  readonly error_message?: string;
  readonly position?: string;
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

/**
 * What a query names, by the engine's own parse tree (`json_serialize_sql`). A tree with a node of another kind than those known here is
 * refused: it could name a table in a way that is not looked for.
 * @throws SqlEngineError `syntax`; `not-read-only` for what is refused
 */
export function duckdbStatementNames(sql: string, tree: unknown): StatementNames | undefined {
  const { error, statements, ...complaint } = (tree ?? {}) as Complaint & {
    readonly error?: boolean;
    readonly statements?: readonly { readonly node?: TreeNode }[];
  };
  if (error === true) throw complained(complaint, sql);
  const node = statements?.length === 1 ? statements[0]?.node : undefined;
  if (node === undefined) return undefined;
  return namesOf(sql, node);
}

function namesOf(sql: string, root: TreeNode): StatementNames {
  const places = placesIn(sql);
  // The engine makes spaces of them before it counts places.
  if (places.hasOddBlanks) throw refusal(ODD_BLANKS);
  const found = new FoundNames();
  // What a database adds is refused by its name, in whichever schema it stands.
  const addCall = (node: TreeNode, form: "call" | "table"): void => {
    if (node["class"] !== "FUNCTION" && node["class"] !== "WINDOW") throw refusal(NOT_READ);
    const at = places.offset(node["query_location"]);
    const place = at === undefined ? {} : { offset: at };
    found.functions.push({ name: text(node["function_name"]), form, ...place });
  };
  found.walk(root, {
    fold: foldAscii,
    withClause({ cte_map: map, ...rest }) {
      const entries = (map as { readonly map?: readonly { readonly key: string; readonly value: unknown }[] })
        ?.map;
      if (entries === undefined) return undefined;
      const tables = entries.map(({ key, value }) => ({ name: key, body: value }));
      return { tables, knowEachOther: false, rest };
    },
    note(node, { scope, visit }) {
      if (!isKnown(node)) throw refusal(NOT_READ);
      switch (node["class"] ?? node["type"]) {
        case "CONSTANT":
        case "COLUMN_REF":
          return true;
        case "BASE_TABLE": {
          const parts = ["catalog_name", "schema_name", "table_name"]
            .map((part) => text(node[part]))
            .filter(Boolean);
          const name = text(node["table_name"]);
          if (parts.length === 1 && scope.has(foldAscii(name))) return false;
          const place = places.spanOf(node["query_location"], parts);
          if (place === undefined) throw refusal(NOT_READ);
          const schema = parts.length === 1 ? {} : { schema: parts.slice(0, -1).join(".") };
          found.relations.push({ ...schema, name, hasAlias: text(node["alias"]) !== "", ...place });
          return false;
        }
        case "TABLE_FUNCTION": {
          const call = node["function"] as TreeNode;
          addCall(call, "table");
          visit(call["children"], scope);
          return true;
        }
        case "FUNCTION":
        case "WINDOW":
          addCall(node, "call");
          return false;
        case "SHOW_REF":
          if (typeof node["query"] !== "object" || node["query"] === null || text(node["table_name"]) !== "")
            throw refusal(NO_SHOW);
          return false;
        case "PIVOT":
          for (const { pivot_enum: name } of (node["pivots"] ?? []) as readonly TreeNode[])
            if (text(name) !== "") found.types.push({ name: text(name) });
          return false;
        case "UNBOUND_TYPE_INFO": {
          const schema = text(node["schema"]);
          found.types.push({ name: text(node["name"]), ...(schema === "" ? {} : { schema }) });
          return false;
        }
        case "RECURSIVE_CTE_NODE": {
          const { right, ...rest } = node;
          visit(Object.values(rest), scope);
          // Only what is repeated has the rows before it under the CTE's name.
          visit(right, new Set([...scope, foldAscii(text(node["cte_name"]))]));
          return true;
        }
        default:
          return false;
      }
    },
  });
  return found;
}

function complained(
  { error_type: type, error_message: message, position }: Complaint,
  sql: string,
): SqlEngineError {
  if (type !== "parser" || message === undefined) return refusal(ONLY_SELECT);
  return duckdbSyntaxError(message, position, sql);
}

function refusal(engineMessage: string): SqlEngineError {
  return new SqlEngineError({ kind: "not-read-only", engineMessage });
}

function isKnown({ class: expression, type }: TreeNode): boolean {
  if (expression !== undefined) return EXPRESSIONS.has(String(expression));
  return typeof type !== "string" || TABLE_REFERENCES.has(type) || QUERY_NODES.has(type) || PARTS.test(type);
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
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
  return { offset, spanOf, hasOddBlanks: BLANKS.test(plain) };
}

function isNamed(token: Token | undefined, name: string): boolean {
  return token !== undefined && foldAscii(token.value) === foldAscii(name);
}
