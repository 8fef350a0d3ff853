/** The published baselines, loaded together: one file of the package instead of one for each. */
export { dailSql } from "./dail-sql.ts";
export { dinSql } from "./din-sql.ts";
export { executeSql, sqlClient } from "./execute-sql.ts";
export { kbBinder } from "./kb-binder/kb-binder.ts";
export { pangu } from "./pangu.ts";
export { structGpt } from "./structgpt.ts";
export { structuredInterfaces } from "./table-interfaces.ts";
