const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/u));

/** What ends the tables of a FROM. */
export const BEHIND_TABLES = words(
  "WHERE GROUP HAVING ORDER LIMIT WINDOW FETCH PROCEDURE FOR LOCK INTO ROWS",
);

export const SET_OPERATORS = words("UNION INTERSECT EXCEPT");

export const JOINS = words("JOIN STRAIGHT_JOIN");

/** What can stand behind a table and is no alias. */
export const NO_ALIAS = new Set([
  ...BEHIND_TABLES,
  ...SET_OPERATORS,
  ...JOINS,
  ...words("ON USING INNER CROSS LEFT RIGHT NATURAL OUTER USE FORCE IGNORE PARTITION SET AS WITH OFFSET"),
]);

/** Functions between whose brackets FROM stands without a SELECT. */
export const CALLS_WITH_FROM = words("TRIM EXTRACT SUBSTRING SUBSTR MID");

/**
 * What stands before a bracket and calls nothing: operators, clauses, types. A function of the database cannot have one of these names without
 * quotes, or, where it can, is not found without its database.
 */
export const NO_CALLS = new Set([
  ...NO_ALIAS,
  ...words(
    `SELECT FROM WITH AND OR NOT XOR IN IS LIKE RLIKE REGEXP BETWEEN ESCAPE SOUNDS DIV CASE WHEN THEN ELSE END DISTINCT DISTINCTROW ALL ANY SOME
    EXISTS BY VALUES VALUE ROW OVER KEY INDEX AGAINST COLUMNS RETURN COLLATE SEPARATOR ASC DESC PRECEDING
    CHAR NCHAR VARCHAR NVARCHAR BINARY VARBINARY DECIMAL DEC NUMERIC FIXED INT INTEGER BIGINT SMALLINT TINYINT MEDIUMINT FLOAT
    DOUBLE REAL BIT DATETIME TEXT BLOB ENUM`,
  ),
]);

/** Words that have a meaning of their own wherever they stand; before a point they would be read as a name or not, by the blank between. */
export const STRUCTURE = new Set([
  ...BEHIND_TABLES,
  ...SET_OPERATORS,
  ...JOINS,
  ...words("SELECT FROM WITH ON USING AS VALUES TABLE AND OR NOT IN EXISTS NATURAL LEFT RIGHT INNER CROSS"),
]);
