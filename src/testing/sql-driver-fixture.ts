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
