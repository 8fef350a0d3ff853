import { detectDateForm } from "../../src/environments/database/check/column-profile.ts";
import { readDate } from "../../src/environments/database/check/date-pattern.ts";
import { valueMeanings } from "../../src/environments/database/check/value-advice.ts";
import type { Seeded } from "../../test/support/random-programs.ts";
import { benchContext } from "../environments.ts";
import type { CheckedDatabase } from "./checked.ts";
import { abbreviate, type Damaged, otherDateForms } from "./damage-classes.ts";

/** Cases made from the data, for classes of which the gold queries have too few. */
export async function madeDamage(
  database: CheckedDatabase,
  random: Seeded,
  limit: number,
): Promise<Readonly<Record<string, readonly Damaged[]>>> {
  const made: Record<string, Damaged[]> = {
    "label for code": [],
    abbreviation: [],
    "date format": [],
    "number as text": [],
    "other dialect": [],
  };
  const { services } = database;
  const { dialect } = services.driver;
  const add = (kind: string, gold: string, sql: string) =>
    made[kind]?.push({
      sql,
      gold,
      at: Math.max(
        0,
        [...sql].findIndex((letter, i) => letter !== gold[i]),
      ),
    });
  const context = benchContext();
  const limits = { maxRows: limit, milliseconds: 5000, signal: context.signal };
  const rowsOf = async (sql: string) => (await services.driver.query(sql, [], limits)).rows;
  const text = (value: string) => dialect.stringLiteral(value);
  for (const table of services.schema.tables) {
    const from = dialect.identifier(table.name);
    for (const key of table.foreignKeys) {
      const [column] = key.columns;
      const target = services.schema.tables.find(
        (each) => each.name.toLowerCase() === key.referencedTable.toLowerCase(),
      );
      const labels =
        target?.columns.filter(
          (each) => each.affinity === "text" && each.name !== key.referencedColumns[0],
        ) ?? [];
      const [label] = labels;
      if (!target || !label || column === undefined || key.columns.length > 1) continue;
      const [there, name] = [
        dialect.identifier(key.referencedColumns[0] ?? ""),
        dialect.identifier(label.name),
      ];
      const rows = await rowsOf(
        `SELECT MIN(${there}), ${name} FROM ${dialect.identifier(target.name)} WHERE (SELECT COUNT(*) FROM ${dialect.identifier(target.name)}) < 50000 AND length(${name}) > 2 AND ${there} IN (SELECT ${dialect.identifier(column)} FROM ${from}) GROUP BY ${name} HAVING COUNT(*) = 1`,
      );
      for (const [code = null, meaning] of random.shuffle(rows).slice(0, 12)) {
        const condition = (value: string) =>
          `SELECT * FROM ${from} WHERE ${dialect.identifier(column)} = ${value}`;
        const own = typeof code === "string" ? text(code) : String(code);
        add("label for code", condition(own), condition(text(String(meaning))));
      }
    }
    for (const column of table.columns) {
      const name = dialect.identifier(column.name);
      const condition = (value: string, operator = "=") =>
        `SELECT * FROM ${from} WHERE ${name} ${operator} ${value}`;
      const values = (await rowsOf(`SELECT DISTINCT ${name} FROM ${from} WHERE ${name} IS NOT NULL`)).map(
        ([value]) => value,
      );
      const texts = values.flatMap((value) => (typeof value === "string" ? [value] : []));
      for (const { value, meaning } of valueMeanings(column)) {
        if (texts.includes(value) && meaning.length < 40) {
          add("label for code", condition(text(value)), condition(text(meaning)));
        }
      }
      if (column.affinity === "text") {
        for (const value of random.shuffle(texts).slice(0, 6)) {
          for (const short of abbreviate(value).slice(0, 1)) {
            const same = texts.filter((each) => abbreviate(each).includes(short));
            if (same.length === 1 && !texts.includes(short))
              add("abbreviation", condition(text(value)), condition(text(short)));
          }
        }
      }
      if (["integer", "real", "decimal"].includes(column.affinity)) {
        for (const value of random.shuffle(values).slice(0, 5)) {
          if (typeof value !== "number" || value < 1000 || !Number.isInteger(value)) continue;
          add("number as text", condition(String(value)), condition(`'${value.toLocaleString("en-US")}'`));
          add("number as text", condition(String(value)), condition(`'$${value}'`));
        }
      }
      const numeric = texts.filter((text) => /^\d+(\.\d+)?$/u.test(text));
      if (column.affinity === "text" && numeric.length > 3 && numeric.length > texts.length * 0.9) {
        for (const value of random.shuffle(numeric).slice(0, 8)) {
          for (const operator of [">", "<="]) {
            add(
              "number as text",
              `SELECT * FROM ${from} WHERE CAST(${name} AS REAL) ${operator} ${value}`,
              condition(value, operator),
            );
          }
          if (!/\./u.test(value))
            add(
              "number as text",
              condition(`'${value}'`),
              condition(`'${Number(value).toLocaleString("en-US")}.0'`),
            );
        }
      }
      const report = await detectDateForm(services, { table, column }, context);
      if (!report || !/%-?d/u.test(report.form.pattern)) continue;
      const timed = /[T ]%-?H/u.test(report.form.pattern);
      for (const written of random.shuffle(texts).slice(0, 40)) {
        const reading = readDate(written).find((each) => each.pattern === report.form.pattern);
        const wrong = reading && random.pick(otherDateForms(reading.date, report.form.pattern));
        if (!reading || wrong === undefined) continue;
        const day = /^\S+/u.exec(written.replace("T", " "))?.[0] ?? written;
        const gold = timed ? condition(`'${day}%'`, "LIKE") : condition(text(written));
        add("date format", gold, condition(`'${wrong}'`));
      }
      if (/^%Y-%m-%d/u.test(report.form.pattern)) {
        const select = (expression: string) => `SELECT ${expression} FROM ${from}`;
        const cast = (code: string) => `CAST(strftime('${code}', ${name}) AS INTEGER)`;
        add("other dialect", select(cast("%Y")), select(`YEAR(${name})`));
        add("other dialect", select(cast("%m")), select(`EXTRACT(MONTH FROM ${name})`));
        add("other dialect", select(`strftime('%Y-%m', ${name})`), select(`TO_CHAR(${name}, 'YYYY-MM')`));
        add("other dialect", select(cast("%d")), select(`DAY(${name})`));
      }
    }
    for (const column of table.columns.filter((each) => each.affinity === "text").slice(0, 2)) {
      const name = dialect.identifier(column.name);
      const select = (expression: string) => `SELECT ${expression} FROM ${from}`;
      for (const [own, other] of [
        [`length(${name})`, `LEN(${name})`],
        [`substr(${name}, 1, 3)`, `LEFT(${name}, 3)`],
        [`instr(${name}, 'a')`, `CHARINDEX('a', ${name})`],
        [`upper(${name})`, `UCASE(${name})`],
        [`coalesce(${name}, '-')`, `NVL(${name}, '-')`],
        [`CAST(${name} AS TEXT)`, `${name}::TEXT`],
      ])
        add("other dialect", select(own ?? ""), select(other ?? ""));
      const where = `${select(name)} WHERE ${name}`;
      add("other dialect", `${where} LIKE '%a%'`, `${where} ILIKE '%a%'`);
    }
  }
  return made;
}
