import { errorType } from "../../../telemetry/observe.ts";
import { observeStatement } from "../../../telemetry/observe-calls.ts";
import type { SqlDriver, StatementResult } from "./sql-driver.ts";
import { SqlEngineError } from "./sql-engine-error.ts";

const thrown = (error: unknown): string =>
  error instanceof SqlEngineError ? error.facts.kind : errorType(error);

type Callable = (...given: never[]) => unknown;
const isCallable = (value: unknown): value is Callable => typeof value === "function";

const ended = { rows: ({ rows }: StatementResult) => rows.length, thrown };

/** The same driver with a telemetry span around each statement. */
export function observedDriver(driver: SqlDriver): SqlDriver {
  const query: SqlDriver["query"] = (sql, parameters, options) => {
    const { engine, name } = driver.target;
    const statement = { engine, database: name, sql };
    return observeStatement(statement, ended, () => driver.query(sql, parameters, options));
  };
  const bound = new WeakMap<Callable, Callable>();
  const asMethod = (method: Callable): Callable => {
    const known = bound.get(method);
    if (known !== undefined) return known;
    const made = method.bind(driver);
    bound.set(method, made);
    return made;
  };
  // A copy would lose the members that a custom driver class inherits.
  return new Proxy(driver, {
    get(target, name) {
      if (name === "query") return query;
      const value: unknown = Reflect.get(target, name, target);
      return isCallable(value) ? asMethod(value) : value;
    },
  });
}
