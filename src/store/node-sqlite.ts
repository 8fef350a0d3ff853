import type * as Sqlite from "node:sqlite";
import { checkNode } from "../util/needed-node.ts";

checkNode();
// An import would fail on an old version of Node before the check could say why.
const sqlite: typeof Sqlite = process.getBuiltinModule("node:sqlite");

export type DatabaseSync = Sqlite.DatabaseSync;
export const DatabaseSync: typeof Sqlite.DatabaseSync = sqlite.DatabaseSync;
export const constants: typeof Sqlite.constants = sqlite.constants;
