import type { SqlDriver } from "../../../../src/environments/database/driver/sql-driver.ts";

/** Words in which engines differ where the fixture needs them. */
export interface SqlFixtureWords {
  /** Type of binary content: `BLOB`, `bytea`. */
  readonly bytesType: string;
  /** The bytes 00 FF 10 as a literal. */
  readonly bytesLiteral: string;
  /** What stands around a name with a space in it, `"` unless given. */
  readonly identifierQuote?: string;
}

/**
 * Statements that make the database of the SQL driver conformance suite; the test runs them with the engine's own client. Two keys of
 * one column, one of two; a name with a space; an integer beyond 2^53; NULLs, bytes, letters beyond ASCII, a quote, a view.
 */
export function sqlDriverFixture({
  bytesType,
  bytesLiteral,
  identifierQuote: q = '"',
}: SqlFixtureWords): readonly string[] {
  const orderLine = `${q}order line${q}`;
  return [
    "CREATE TABLE author (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, born TEXT)",
    `CREATE TABLE book (id INTEGER PRIMARY KEY, author_id INTEGER REFERENCES author (id), title TEXT NOT NULL,
      pages BIGINT, cover ${bytesType})`,
    `CREATE TABLE ${orderLine} (order_no INTEGER NOT NULL, line_no INTEGER NOT NULL,
      book_id INTEGER REFERENCES book (id), ${q}Unit Price${q} REAL, PRIMARY KEY (order_no, line_no))`,
    `CREATE TABLE shipment (order_no INTEGER, line_no INTEGER, sent DATE,
      FOREIGN KEY (order_no, line_no) REFERENCES ${orderLine} (order_no, line_no))`,
    "CREATE VIEW titles AS SELECT b.title, a.name FROM book b JOIN author a ON a.id = b.author_id",
    `INSERT INTO author VALUES (1, 'Anna O''Hara', '1901-02-03'), (2, 'Zoë 😀', NULL), (3, 'Ben', '')`,
    `INSERT INTO book VALUES (1, 1, 'First', 120, ${bytesLiteral}), (2, 1, 'Second', 9007199254740993, NULL),
      (3, 2, 'Third', -9007199254740993, NULL), (4, NULL, 'Fourth', 0, NULL)`,
    `INSERT INTO ${orderLine} VALUES (1, 1, 1, 12.5), (1, 2, 2, 0.1), (2, 1, 4, NULL)`,
    "INSERT INTO shipment VALUES (1, 1, '2024-03-05')",
  ];
}

/** A text that must not change anything. */
export interface SqlAttack {
  /** One or more statements. */
  readonly sql: string;
  /** Refused with an error (the default), refused only when it is run and not yet compiled, or run as the harmless query that it is. */
  readonly outcome?: "refused" | "refused-when-run" | "harmless";
}

/** A driver, and a way around it into its database. */
export interface SqlDriverSubject {
  /** Opens a driver on a database made by `sqlDriverFixture`. */
  open(): Promise<SqlDriver>;
  /** Runs a statement with the engine's own client, as the owner of the database. */
  execute(sql: string): Promise<void>;
  /** Everything that an attack could change: content of the database, settings, files; as a text to compare. */
  state(): Promise<string>;
  /** What this engine could be tricked with, on top of the suite's own list. */
  readonly attacks: readonly SqlAttack[];
  /** Expression for a text so many times, where the engine takes too long to do so with `replace`. */
  repeated?(text: string, times: number): string;
  /** What the engine cannot do, by what the suite calls it, with the reason. */
  readonly skips?: { readonly dates?: string };
  /** Ends the processes (or connections) that the driver uses, as a crash would; without it that test is skipped. */
  killEngine?(driver: SqlDriver): Promise<void>;
}

/** Runs one test on the driver that the tests of the suite share. */
export type WithDriver = (title: string, body: (driver: SqlDriver) => Promise<void>) => void;
