import { SqlEngineError } from "../../driver/sql-engine-error.ts";
import type { LexicalRules } from "../../sql/lexical-rules.ts";
import type { NamedFunction, NamedOwner, NamedRelation, StatementNames } from "../../sql/statement-names.ts";
import type { Token } from "../../sql/token.ts";
import { tokenize } from "../../sql/tokenize.ts";
import { isIndexHint, readHints, readNarrowing } from "./mysql-behind-table.ts";
import { refuseUnreadable } from "./mysql-readable-text.ts";
import {
  BEHIND_TABLES,
  CALLS_WITH_FROM,
  JOINS,
  NO_ALIAS,
  NO_CALLS,
  SET_OPERATORS,
  STRUCTURE,
} from "./mysql-statement-words.ts";
import { tokenView } from "./mysql-token-view.ts";
import { refused, unclear } from "./mysql-unclear.ts";

type Scope = ReadonlySet<string>;
/**
 * Where a stretch between brackets stands: `start` where a query may begin, `select` where FROM follows, `table` where a table has to come,
 * `tables` behind one, `rest` everywhere else.
 */
type State = "start" | "select" | "table" | "tables" | "rest";
interface Chain {
  readonly parts: readonly string[];
  readonly start: number;
  readonly end: number;
  /** Where the second of its names ends. */
  readonly ownerEnd: number;
  /** The token behind it. */
  readonly next: number;
}

const DEEPEST = 300;

/**
 * What a query of MariaDB names, by its tokens and brackets: there is no parser of its grammar to be had. The server stands behind it: it is
 * asked without a database of its own, so that a name taken for a CTE that is none leads nowhere. What is not certain is refused.
 *
 * @param isDatabase true for names that stand before tables of the server, and so may not be given to others
 * @throws SqlEngineError for what cannot be read with certainty
 */
export function mysqlStatementNames(
  sql: string,
  lexical: LexicalRules,
  isDatabase: (name: string) => boolean,
): StatementNames {
  const text = tokenize(sql, lexical);
  refuseUnreadable(text);
  const { tokens } = text;
  const view = tokenView(text);
  const { word, isSymbol, nameAt, closeOf } = view;
  const relations: NamedRelation[] = [];
  const functions: NamedFunction[] = [];
  const commonTables: string[] = [];
  const given: string[] = [];
  const known = new Set<string>();
  const qualified: Chain[] = [];

  const chainAt = (at: number): Chain => {
    const parts = [nameAt(at) ?? ""];
    let next = at + 1;
    if (isSymbol(next, ".") && STRUCTURE.has(word(at) ?? ""))
      throw unclear("A point behind a keyword", tokens[at]);
    for (; isSymbol(next, "."); next += 2) {
      const part = isSymbol(next + 1, "*") ? "*" : nameAt(next + 1);
      if (part === undefined) throw unclear("A point without a name", tokens[next]);
      parts.push(part);
    }
    return {
      parts,
      start: tokens[at]?.start ?? 0,
      end: tokens[next - 1]?.end ?? 0,
      ownerEnd: tokens[at + 2]?.end ?? 0,
      next,
    };
  };

  /** From WITH up to the query that its tables serve. */
  const readCommonTables = (with_: number, outer: Scope, depth: number): { next: number; scope: Scope } => {
    const recursive = word(with_ + 1) === "RECURSIVE" && word(with_ + 2) !== "AS";
    const bodies: { readonly open: number; readonly before: Scope }[] = [];
    let scope = outer;
    let at = with_ + (recursive ? 2 : 1);
    for (;;) {
      const name = nameAt(at++);
      if (name === undefined) throw unclear("This WITH", tokens[with_]);
      if (isSymbol(at, "(")) at = closeOf(at) + 1;
      if (word(at) !== "AS" || !isSymbol(at + 1, "(")) throw unclear("This WITH", tokens[with_]);
      bodies.push({ open: at + 1, before: scope });
      scope = new Set([...scope, name.toLowerCase()]);
      giveName(name, tokens[at]);
      if (depth === 0) commonTables.push(name);
      at = closeOf(at + 1) + 1;
      if (word(at) === "CYCLE") {
        while (at < tokens.length && word(at) !== "RESTRICT") at++;
        at++;
      }
      if (!isSymbol(at, ",")) break;
      at++;
    }
    for (const { open, before } of bodies)
      read(open + 1, closeOf(open), { scope: recursive ? scope : before, state: "start", depth: depth + 1 });
    return { next: at, scope };
  };

  /** A table with its alias; what stands behind it. */
  const readTable = (at: number, scope: Scope, depth: number): number => {
    if (isSymbol(at, "(")) {
      const isQuery = /^(?:SELECT|WITH|VALUES)$/u.test(word(at + 1) ?? "");
      read(at + 1, closeOf(at), { scope, state: isQuery ? "start" : "table", depth: depth + 1 });
      return readAlias(closeOf(at) + 1).next;
    }
    if (word(at) === "JSON_TABLE" && isSymbol(at + 1, "(")) {
      read(at + 2, closeOf(at + 1), { scope, state: "rest", depth: depth + 1 });
      return readAlias(closeOf(at + 1) + 1).next;
    }
    if (word(at) === "DUAL") return at + 1;
    if (nameAt(at) === undefined || STRUCTURE.has(word(at) ?? ""))
      throw unclear("What stands where a table should", tokens[at]);
    const { parts, start, end, next } = chainAt(at);
    if (parts.length > 2 || parts.includes("*") || isSymbol(next, "("))
      throw unclear("What stands where a table should", tokens[at]);
    const { narrowedBy, behind } = readNarrowing(view, next);
    const alias = readAlias(behind);
    const hints = readHints(view, alias.next);
    const name = parts.at(-1) ?? "";
    known.add(name.toLowerCase());
    if (parts.length > 1 || !scope.has(name.toLowerCase())) {
      const schema = parts.length > 1 ? { schema: parts[0] ?? "" } : {};
      relations.push({
        ...schema,
        name,
        hasAlias: alias.found,
        start,
        end,
        ...(narrowedBy === undefined ? {} : { narrowedBy }),
        ...(hints === alias.next ? {} : { indexHint: view.span(alias.next, hints) }),
      });
    }
    return hints;
  };
  const readAlias = (at: number): { readonly next: number; readonly found: boolean } => {
    // `t = a` is `t AS a`.
    const isSaid = word(at) === "AS" || isSymbol(at, "=");
    const place = isSaid ? at + 1 : at;
    const name = !isSaid && NO_ALIAS.has(word(place) ?? "") ? undefined : nameAt(place);
    if (name === undefined) return { next: at, found: false };
    giveName(name, tokens[place]);
    return { next: place + 1, found: true };
  };
  /** With it `name.x` is a column of the statement's own; as a database's name it would be a table, were one overlooked. */
  const giveName = (name: string, token: Token | undefined): void => {
    if (isDatabase(name))
      throw refused(
        `${name} is a database: nothing else can have its name here, where parts of the database are hidden`,
        token,
      );
    known.add(name.toLowerCase());
    given.push(name);
  };

  /** What is called by the bracket at `open`, if something is. */
  const addCall = (open: number): void => {
    const before = tokens[open - 1];
    if (before?.kind === "parameter") throw unclear("A bracket behind a variable", before);
    if (before?.kind !== "identifier" && before?.kind !== "word") return;
    if (before.kind === "word" && NO_CALLS.has(before.value)) return;
    functions.push({ name: nameAt(open - 1) ?? "", form: "call", offset: before.start });
  };

  const read = (
    from: number,
    to: number,
    { scope: outer, state: opening, depth }: { scope: Scope; state: State; depth: number },
  ): void => {
    if (depth > DEEPEST) throw unclear("Brackets in so many brackets", tokens[from]);
    let [state, scope, hasSelect] = [opening, outer, false];
    let at = from;
    while (at < to) {
      if (state === "table") {
        at = readTable(at, scope, depth);
        state = "tables";
        continue;
      }
      const [token, verb] = [tokens[at] as Token, word(at)];
      const isNamed = isSymbol(at + 1, ".");
      if (isSymbol(at, "(")) {
        addCall(at);
        read(at + 1, closeOf(at), { scope, state: "start", depth: depth + 1 });
        at = closeOf(at) + 1;
        continue;
      }
      if (isSymbol(at, ",")) {
        if (state === "tables") state = "table";
        at++;
        continue;
      }
      if (token.kind !== "identifier" && verb === undefined) {
        if (state === "start") state = "rest";
        at++;
        continue;
      }
      if (isNamed || token.kind === "identifier") {
        const chain = chainAt(at);
        if (chain.parts.length > 1) {
          if (isSymbol(chain.next, "("))
            functions.push({ name: chain.parts.join("."), form: "call", offset: chain.start });
          else qualified.push(chain);
          at = chain.next;
        } else at++;
        if (state === "start") state = "rest";
        continue;
      }
      if (verb === "WITH" && state === "start") {
        ({ next: at, scope } = readCommonTables(at, scope, depth));
        continue;
      }
      if (verb === "SELECT") {
        if (state !== "start") throw unclear("A SELECT in this place", token);
        [state, hasSelect] = ["select", true];
      } else if (verb === "TABLE" && state === "start") throw unclear("TABLE", token);
      else if (SET_OPERATORS.has(verb ?? "")) {
        [state, hasSelect] = ["start", false];
        if (/^(?:ALL|DISTINCT)$/u.test(word(at + 1) ?? "")) at++;
        if (!isSymbol(at + 1, "(") && !/^(?:SELECT|VALUES)$/u.test(word(at + 1) ?? ""))
          throw unclear(`What stands behind ${verb}`, token);
      } else if (verb === "FROM" && state === "select") state = "table";
      else if (verb === "FROM" && (hasSelect || !CALLS_WITH_FROM.has(word(from - 2) ?? "")))
        throw unclear("A FROM in this place", token);
      else if (state === "tables" && verb === "OFFSET") throw unclear("OFFSET in this place", token);
      else if (JOINS.has(verb ?? "") && state === "tables") state = "table";
      else if (state === "tables" && BEHIND_TABLES.has(verb ?? "")) state = "rest";
      else if (state === "tables" && verb === "USING" && isSymbol(at + 1, "(")) at = closeOf(at + 1);
      else if (state === "tables" && isIndexHint(view, at)) {
        while (at < to && !isSymbol(at, "(")) at++;
        at = at < to ? closeOf(at) : at;
      } else if (
        /^(?:NEXT|PREVIOUS)$/u.test(verb ?? "") &&
        word(at + 1) === "VALUE" &&
        word(at + 2) === "FOR"
      ) {
        throw refused("Sequences cannot be read here, where parts of the database are hidden", token);
      } else if (state === "start") state = "rest";
      at++;
    }
  };

  let end = tokens.length;
  while (isSymbol(end - 1, ";")) end--;
  read(0, end, { scope: new Set(), state: "start", depth: 0 });
  refuseUnknownQualifiers(qualified, known);
  return { relations, functions, types: [], commonTables, owners: ownersOf(qualified, isDatabase), given };
}

/** Without its schema, a table that is called like a database would be the database's name before that of a table. */
function ownersOf(qualified: readonly Chain[], isDatabase: (name: string) => boolean): readonly NamedOwner[] {
  return qualified.flatMap(({ parts: [schema = "", table = "", column], start, ownerEnd }) =>
    column === undefined || isDatabase(table) ? [] : [{ schema, table, start, end: ownerEnd }],
  );
}

/** Only what FROM names can stand before a column: were a table overlooked, it would show here. */
function refuseUnknownQualifiers(qualified: readonly Chain[], known: ReadonlySet<string>): void {
  for (const { parts, start } of qualified) {
    const table = parts.at(-2) ?? "";
    if (known.has(table.toLowerCase())) continue;
    const identifier = parts.join(".");
    throw new SqlEngineError({
      kind: "unknown-column",
      engineMessage: `Unknown column '${identifier}'`,
      identifier,
      offset: start,
    });
  }
}
