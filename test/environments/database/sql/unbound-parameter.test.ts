import { describe, expect, it } from "vitest";
import { mysqlLexical } from "../../../../src/environments/database/drivers/mysql/mysql-dialect.ts";
import { sqliteDialect } from "../../../../src/environments/database/drivers/sqlite/sqlite-dialect.ts";
import { unboundParameter } from "../../../../src/environments/database/sql/tokenize.ts";

describe("a placeholder that nothing gives a value", () => {
  it("is found in SQLite as ? and as @name", () => {
    expect(unboundParameter("SELECT ?", sqliteDialect.lexical)?.value).toBe("?");
    expect(unboundParameter("SELECT @name", sqliteDialect.lexical)?.value).toBe("@name");
  });

  it("is only ? in MySQL, where @name and @@name are variables", () => {
    const lexical = mysqlLexical(new Set());
    expect(unboundParameter("SELECT @rank := @rank + 1, @@sql_mode", lexical)).toBeUndefined();
    expect(unboundParameter("SELECT @rank, ?", lexical)?.value).toBe("?");
  });
});
