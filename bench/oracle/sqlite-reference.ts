import { DatabaseSync } from "node:sqlite";
import type { ReferenceEngine } from "./reference-engine.ts";

export function sqliteReference(file: string): ReferenceEngine {
  const engine = new DatabaseSync(file, { readOnly: true, enableDoubleQuotedStringLiterals: true });
  return {
    async rows(sql) {
      const statement = engine.prepare(sql);
      statement.setReturnArrays(true);
      statement.setReadBigInts(true);
      return statement.all() as unknown as readonly (readonly unknown[])[];
    },
    async close() {
      engine.close();
    },
  };
}
