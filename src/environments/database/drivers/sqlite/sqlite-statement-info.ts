import { parse } from "sqlite3-parser";
import { spokenNode } from "../../driver/sql-engine-error.ts";
import type { StatementInfo } from "../../sql/sql-dialect.ts";

/** What SQLite's own grammar makes of a text. */
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
