import { expect, test } from "vitest";
import { openMysqlDriver } from "../../../../src/environments/database/drivers/mysql/mysql-driver.ts";
import { restrictDriver } from "../../../../src/environments/database/privacy/restricted-driver.ts";
import { mariadbIsMissing, scratchMariadb } from "../../../support/mariadb.ts";

const missing = await mariadbIsMissing();

test.skipIf(missing !== undefined)(
  `On MariaDB rules are refused, with the rights that hold them ${missing ?? ""}`,
  async () => {
    const database = await scratchMariadb();
    for (const sql of [
      "CREATE TABLE users (id integer PRIMARY KEY, name varchar(20), ssn varchar(40))",
      "CREATE TABLE orders (id integer, total integer)",
      "CREATE TABLE people (id integer, mail varchar(40))",
      "CREATE TABLE secrets (word varchar(20))",
      "CREATE VIEW names AS SELECT name FROM users",
    ])
      await database.execute(sql);
    const driver = await openMysqlDriver({ url: database.url });
    const policy = { deny: ["secrets", "users.ssn"], mask: ["people.mail"] };
    const refusal = await restrictDriver(driver, policy, new AbortController().signal).catch(
      (error: unknown) => error,
    );
    expect(refusal).toMatchObject({
      code: "configuration-invalid",
      message: "Fuxi cannot deny or mask parts of a MariaDB database.",
    });
    const home = `\`${driver.target.name}\``;
    const { hint = "" } = refusal as { readonly hint?: string };
    expect(hint.split("\n").slice(1)).toEqual([
      "CREATE USER 'fuxi_reader'@'%' IDENTIFIED BY 'choose one';",
      "CREATE DATABASE `fuxi_masked`;",
      `GRANT SELECT ON ${home}.\`orders\` TO 'fuxi_reader'@'%';`,
      `CREATE SQL SECURITY DEFINER VIEW \`fuxi_masked\`.\`people\` AS SELECT \`id\`, IF(\`mail\` IS NULL, NULL, '***') AS \`mail\` FROM ${home}.\`people\`;`,
      "GRANT SELECT ON `fuxi_masked`.`people` TO 'fuxi_reader'@'%';",
      `GRANT SELECT (\`id\`, \`name\`) ON ${home}.\`users\` TO 'fuxi_reader'@'%';`,
      "-- Add fuxi_masked to schemas= in the address.",
    ]);
    // The server takes them as they are.
    for (const sql of hint.split("\n").slice(1, -1)) await database.execute(sql);
    await database.execute("DROP DATABASE fuxi_masked");
    await database.execute("DROP USER 'fuxi_reader'@'%'");
    await driver.close();
    await database.drop();
  },
);
