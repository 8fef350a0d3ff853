import type { Environment } from "../../../environment/environment.ts";
import type { ScoreContext } from "../../benchmark/benchmark.ts";
import type { Rows } from "./cells.ts";
import { goldOrder, orderKeys } from "./gold-order.ts";
import { type Ran, runSql } from "./run-sql.ts";

/** A gold query's result, with its sort keys where they are known. */
export interface GoldResult {
  readonly ran: Ran;
  readonly order?: Rows;
}

/** Results of gold queries, each run once in a process. Those used longest ago go where they hold more cells together than `mostCells`. */
export class GoldResults {
  private readonly kept = new Map<string, { readonly result: GoldResult; readonly cells: number }>();
  private readonly mostCells: number;

  constructor(mostCells = 3_000_000) {
    this.mostCells = mostCells;
  }

  async of(task: string, sql: string, environment: Environment, context: ScoreContext): Promise<GoldResult> {
    const known = this.kept.get(task);
    const result = known?.result ?? (await goldResult(sql, environment, context));
    this.kept.delete(task);
    this.kept.set(task, { result, cells: known?.cells ?? cellsOf(result) });
    this.forgetOldest();
    return result;
  }

  private forgetOldest(): void {
    let all = 0;
    for (const [task, { cells }] of [...this.kept].reverse()) {
      all += cells;
      if (all > this.mostCells) this.kept.delete(task);
    }
  }
}

function cellsOf({ ran, order = [] }: GoldResult): number {
  return [...(ran.failure === undefined ? ran.rows : []), ...order].reduce((sum, row) => sum + row.length, 1);
}

async function goldResult(sql: string, environment: Environment, context: ScoreContext): Promise<GoldResult> {
  const ran = await runSql(sql, environment, context);
  if (ran.failure !== undefined || ran.truncated) return { ran };
  const order = goldOrder(sql, ran.columns);
  if (order === undefined) return { ran };
  if (order.withKeys === undefined) return withOrder(ran, orderKeys(order, ran.rows, ran.rows));
  const keyed = await runSql(order.withKeys, environment, context);
  return keyed.failure === undefined ? withOrder(ran, orderKeys(order, ran.rows, keyed.rows)) : { ran };
}

function withOrder(ran: Ran, order: Rows | undefined): GoldResult {
  return order === undefined ? { ran } : { ran, order };
}
