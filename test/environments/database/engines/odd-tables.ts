/** Beside the shop: mixed-case names, integers beyond 2^53, decimals that no float holds, real dates, NULLs, a value with _. */
export const ODD_TABLES: readonly string[] = [
  `CREATE TABLE "Reading" ("readingId" integer PRIMARY KEY, "Big Value" bigint, exact decimal(30, 10), taken date, noted text)`,
  `INSERT INTO "Reading" VALUES (1, 9007199254740993, 0.1234567891, '2024-03-05', 'a_1'),
    (2, -9007199254740993, 12345678901234567890.5, '2024-12-31', 'ax1'), (3, NULL, NULL, NULL, 'b')`,
];
