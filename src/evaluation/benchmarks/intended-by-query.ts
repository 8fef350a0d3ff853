import type { IntendedReading } from "../benchmark/benchmark-task.ts";
import { marksOfQuery } from "./marks-of-query.ts";
import { namesOfQuery } from "./names-of-query.ts";

/** What was meant, as far as a gold query tells it. */
export function intendedByQuery(sql: string): IntendedReading {
  return { names: namesOfQuery(sql), marks: marksOfQuery(sql) };
}
