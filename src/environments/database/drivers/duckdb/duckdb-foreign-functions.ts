import type { ForeignFunction } from "../../sql/sql-dialect.ts";

export const duckdbForeignFunctions: readonly ForeignFunction[] = [];
