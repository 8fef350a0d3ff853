import { describe, expect, it } from "vitest";
import { fileAddress } from "../../../../../src/environments/database/driver/address/file-address.ts";

describe("The address of a database in a file", () => {
  it.each([
    ["sqlite:////data/shop.db", ["/data/shop.db"]],
    ["sqlite:///shop.db", ["/shop.db", "shop.db"]],
    ["sqlite3:db/shop.sqlite3", ["db/shop.sqlite3"]],
    ["sqlite://./shop.db", ["./shop.db"]],
    ["sqlite:///C:/data/shop.db", ["C:/data/shop.db"]],
    ["jdbc:sqlite:shop.db", ["shop.db"]],
    ["jdbc:sqlite:/data/shop.db", ["/data/shop.db"]],
    ["jdbc:sqlite:file:shop.db", ["shop.db"]],
    ["duckdb:///shop.duckdb", ["/shop.duckdb", "shop.duckdb"]],
    ["jdbc:duckdb:shop.duckdb", ["shop.duckdb"]],
    ["file:./dev.db", ["./dev.db"]],
    ["file:///data/my%20shop.db", ["/data/my shop.db", "/data/my%20shop.db"]],
    ["file:dev.db?mode=ro", ["dev.db?mode=ro", "dev.db"]],
    ["sqlite:100%.db", ["100%.db"]],
  ])("names what it may mean: %s", (text, paths) => {
    expect(fileAddress(text)?.paths).toEqual(paths);
  });

  it.each(["./shop.db", "postgres://h/d", "sparql:https://h/x", "files/a.csv"])(
    "is not seen in another target: %s",
    (text) => {
      expect(fileAddress(text)).toBeUndefined();
    },
  );

  it.each([
    "sqlite://",
    "sqlite::memory:",
    "sqlite:///:memory:",
    "duckdb:///:memory:",
    "file:x?mode=memory&cache=shared",
  ])("is refused where nothing is in a file: %s", (text) => {
    expect(() => fileAddress(text)).toThrow(/in memory/u);
  });

  it.each([
    "sqlite:a.db?key=s3cret",
    "file:a.db?vfs=own",
    "duckdb:a.duckdb?encryption_key=s3cret",
    "sqlite+pysqlcipher://:s3cret@/a.db",
    "sqlite+aiosqlite:///shop.db",
    "duckdb:md:shop",
  ])("is refused where other bytes would be read: %s", (text) => {
    expect(() => fileAddress(text)).toThrow(/not read|not known|not opened/u);
    expect(() => fileAddress(text)).not.toThrow(/s3cret/u);
  });
});
