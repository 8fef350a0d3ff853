import { dayAsText } from "../../sql/date-pattern-text.ts";
import type { SqlDialect } from "../../sql/sql-dialect.ts";
import { mysqlBoundColumn } from "./mysql-bound-column.ts";
import { mysqlCastType } from "./mysql-cast-type.ts";
import { mysqlDateFormat, mysqlDatePart, mysqlSortableDate } from "./mysql-dates.ts";
import { mysqlForeignFunctions } from "./mysql-foreign-functions.ts";
import { mysqlFunctions } from "./mysql-functions.ts";
import { mysqlLexical } from "./mysql-lexical.ts";
import { mysqlPrivacy } from "./mysql-privacy.ts";
import { MYSQL_RESERVED } from "./mysql-reserved-words.ts";
import type { MysqlServerFacts } from "./mysql-server-facts.ts";
import { mysqlStatementInfo } from "./mysql-statement-info.ts";

/** What of a connection decides how texts are read. */
export interface MysqlSessionFacts {
  readonly server: MysqlServerFacts;
  /** `@@sql_mode`, its combinations spelt out. */
  readonly sqlMode: string;
  readonly database: string;
  /** Functions that the database adds to the server's. */
  readonly ownFunctions: readonly string[];
  /** Those whose tables are seen. */
  readonly databases: readonly string[];
  /** All that the user may name. */
  readonly usableDatabases: readonly string[];
  /** True where tables are told apart by the case of their letters. */
  readonly namesHaveCase: boolean;
}

/** MariaDB or MySQL under the session's own `sql_mode`. */
export function mysqlDialect(facts: MysqlSessionFacts): SqlDialect {
  const { server, sqlMode, database, ownFunctions } = facts;
  const modes = new Set(sqlMode.toUpperCase().split(","));
  const lexical = mysqlLexical(modes);
  const privacy = server.engine === "mariadb" ? mysqlPrivacy({ ...facts, sqlMode: modes }) : undefined;
  const boundColumn = mysqlBoundColumn(server);
  const escaped = (text: string): string =>
    (lexical.backslashEscapes ? text.replaceAll("\\", "\\\\") : text).replaceAll("'", "''");
  const stringLiteral = (text: string): string => `'${escaped(text)}'`;
  return {
    name: server.engine === "mariadb" ? "MariaDB" : "MySQL",
    lexical,
    ...(privacy === undefined ? {} : { privacy }),
    sameIdentifier: (a, b) => unquoted(a).toLowerCase() === unquoted(b).toLowerCase(),
    identifier(name) {
      if (/^[A-Za-z_]\w*$/u.test(name) && !MYSQL_RESERVED.has(name.toLowerCase())) return name;
      return `\`${name.replaceAll("`", "``")}\``;
    },
    stringLiteral,
    placeholder: () => "?",
    ...(boundColumn === undefined ? {} : { boundColumn }),
    inspect: (sql) => mysqlStatementInfo(sql, lexical, database),
    functions: new Map([
      ...ownFunctions.map((name) => [name.toLowerCase(), "scalar"] as const),
      ...mysqlFunctions(server.engine),
    ]),
    joinsNeedCondition: "outer",
    foreignFunctions: mysqlForeignFunctions,
    allowsBareColumns: !modes.has("ONLY_FULL_GROUP_BY"),
    comparesAcrossTypes: true,
    declaredTypesHold: true,
    quotedWordsMayBeText: false,
    hiddenColumns: server.engine === "mariadb" ? ["_rowid"] : [],
    dividesIntegersToInteger: false,
    nullsSortFirstAscending: true,
    functionsAreCaseInsensitive: true,
    toNumber: (expression) => `CAST(REPLACE(REPLACE(${expression}, ' ', ''), ',', '.') AS DECIMAL(38, 10))`,
    toText: (expression) => `CAST(${expression} AS CHAR)`,
    castType: mysqlCastType,
    likeIgnoringCase: (expression, pattern) => `LOWER(${expression}) LIKE LOWER(${pattern})`,
    yearOf: (expression, form) => mysqlDatePart("year", expression, form),
    monthOf: (expression, form) => mysqlDatePart("month", expression, form),
    sortableDate: mysqlSortableDate,
    dateFormat: mysqlDateFormat,
    dateLiteral(date, form) {
      const text = dayAsText(date, form.pattern);
      if (form.pattern.startsWith("epoch-")) return text;
      return form.pattern === "native" ? `DATE '${text}'` : stringLiteral(text);
    },
  };
}

function unquoted(name: string): string {
  if (/^`.*`$/su.test(name)) return name.slice(1, -1).replaceAll("``", "`");
  return /^".*"$/su.test(name) ? name.slice(1, -1).replaceAll('""', '"') : name;
}
