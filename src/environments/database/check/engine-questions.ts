import { FuxiError } from "../../../errors/fuxi-error.ts";
import type { SqlDriver, StatementResult } from "../driver/sql-driver.ts";
import { SqlEngineError } from "../driver/sql-engine-error.ts";
import type { SqlValue } from "../driver/sql-value.ts";

const MOST_KEPT = 2000;

/** Milliseconds with which no statement is begun any more. */
const LEAST_LEFT = 20;

/**
 * Answers of the engine to the statements of checks, kept by text while the data do not change, so that a clause that is set again or
 * checked within a whole query costs nothing.
 */
export class EngineQuestions {
  readonly #driver: SqlDriver;
  readonly #kept = new Map<string, StatementResult | "refused">();
  #version: string | undefined;

  constructor(driver: SqlDriver) {
    this.#driver = driver;
  }

  /** Begins the questions of one inspection, which end at that time (milliseconds since 1970). */
  async begin(end: number, signal: AbortSignal): Promise<Questioning> {
    const version = await this.#driver.dataVersion(signal);
    if (version !== this.#version) {
      this.#kept.clear();
      this.#version = version;
    }
    const state = { ranOut: false };
    const ask = async (sql: string, parameters: readonly SqlValue[] = [], maxRows = 100) => {
      const key = `${maxRows} ${sql} ${parameters.map(String).join("\u0000")}`;
      const kept = this.#kept.get(key);
      if (kept !== undefined) return kept === "refused" ? undefined : kept;
      const left = end - Date.now();
      if (left < LEAST_LEFT) {
        state.ranOut = true;
        return undefined;
      }
      try {
        const result = await this.#driver.query(sql, parameters, { maxRows, milliseconds: left, signal });
        this.#keep(key, result);
        return result;
      } catch (error) {
        if (isTimeLimit(error)) state.ranOut = true;
        else if (error instanceof SqlEngineError) this.#keep(key, "refused");
        else throw error;
        return undefined;
      }
    };
    return {
      ask,
      isOver() {
        if (end - Date.now() < LEAST_LEFT) state.ranOut = true;
        return state.ranOut;
      },
      ranOut: () => state.ranOut,
    };
  }

  #keep(key: string, result: StatementResult | "refused"): void {
    if (this.#kept.size >= MOST_KEPT) {
      const [oldest] = this.#kept.keys();
      if (oldest !== undefined) this.#kept.delete(oldest);
    }
    this.#kept.set(key, result);
  }
}

export interface Questioning {
  /** The result, or undefined where the engine refuses the statement or the time is used up. */
  ask(sql: string, parameters?: readonly SqlValue[], maxRows?: number): Promise<StatementResult | undefined>;
  /** True when the time is used up; what would take more of it is then left out, and counts as left open. */
  isOver(): boolean;
  /** True when something stayed open because the time was used up. */
  ranOut(): boolean;
}

function isTimeLimit(error: unknown): boolean {
  return FuxiError.isInstance(error) && error.code === "engine-timeout";
}
