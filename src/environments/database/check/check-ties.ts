import { told } from "../../../environment/egress/egress-scope.ts";
import { readOrderItems } from "../sql/read-items.ts";
import type { Check } from "./checked-clause.ts";
import { selectOver } from "./clause-sql.ts";
import { selectedExpression } from "./query-scope.ts";

/** Rows beyond the LIMIT that are read to count ties. */
const MOST_TIES = 100;

/** Rows that have the same ordering values as the last one shown, and of which some are left out. */
export const ties: Check = {
  clauses: ["order_by"],
  async look(check) {
    const { orderBy, limit, cores = [] } = check.query ?? {};
    const shown = Number(/^LIMIT\s+(\d+)$/iu.exec(limit?.text.trim() ?? "")?.[1] ?? 0);
    if (!limit || !orderBy || shown < 1 || shown > 1000 || cores.length > 1) return;
    const items = readOrderItems(orderBy, check.dialect.lexical);
    const keys = items.map((item) => selectedExpression(check.scope, item.expression, "first"));
    const list = keys.map((key, i) => `${key ? check.text(key) : ""} AS k${i}`).join(", ");
    if (keys.includes(undefined)) return;
    const order = items.map(({ descending, nulls }, i) =>
      [`k${i}`, descending ? "DESC" : "", nulls ? `NULLS ${nulls}` : ""].join(" "),
    );
    const most = shown + MOST_TIES;
    const sql = `${selectOver(check, check, list, "having")} ORDER BY ${order.join(", ")} LIMIT ${most}`;
    const { rows = [] } = (await check.ask(sql, [], most)) ?? {};
    const [last, next] = [rows[shown - 1], rows[shown]];
    if (!last || !next?.every((value, i) => value === last[i])) return;
    const isTied = rows.map((row) => last.every((value, i) => value === row[i]));
    const [all, those] = [isTied, isTied.slice(0, shown)].map((each) => each.filter(Boolean).length);
    const many = rows.length === most ? `${all} rows or more` : `${all} rows`;
    const values = last.map((value) => told(String(value))).join(", ");
    check.note(
      "tie-at-limit",
      limit,
      `${many} tie at the LIMIT with the same ordering values (${values}), and ${those} of them ${those === 1 ? "is" : "are"} shown.`,
    );
  },
};
