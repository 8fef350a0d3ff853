import { checkQuery } from "./tools/check-query.ts";
import { clauseTools } from "./tools/clause-tools.ts";
import type { DatabaseTool } from "./tools/database-tool.ts";
import { describeTables } from "./tools/describe-tables.ts";
import { findJoinPath } from "./tools/find-join-path.ts";
import { findValueTools } from "./tools/find-value-tools.ts";
import { getDateFormat } from "./tools/get-date-format.ts";
import { getDistinctValues } from "./tools/get-distinct-values.ts";
import { isValueInColumn } from "./tools/is-value-in-column.ts";
import { searchBySql } from "./tools/search-by-sql.ts";
import { useValues } from "./tools/use-values.ts";

/** The paper's 12 tools under its names (Middleware, Appendix A.1), and more; the order is the one in which a model reads them. */
export const databaseTools: readonly DatabaseTool[] = [
  ...findValueTools,
  getDistinctValues,
  isValueInColumn,
  getDateFormat,
  searchBySql,
  findJoinPath,
  describeTables,
  ...clauseTools,
  checkQuery,
  useValues,
];
