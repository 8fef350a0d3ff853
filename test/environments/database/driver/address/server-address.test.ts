import { describe, expect, it } from "vitest";
import { serverAddress } from "../../../../../src/environments/database/driver/address/server-address.ts";
import { FuxiError } from "../../../../../src/errors/fuxi-error.ts";

const urlOf = (text: string): string | undefined => serverAddress(text)?.url;

function refusalOf(text: string): string {
  try {
    serverAddress(text);
  } catch (error) {
    if (FuxiError.isInstance(error)) return `${error.message} ${error.hint}`;
    throw error;
  }
  return "";
}

describe("The address of a database server", () => {
  it.each([
    "postgres://ann@db.example/shop",
    "postgresql:///shop?host=/run/postgresql",
    "postgres://ann@/shop",
    "postgres://ann@%2Frun%2Fpostgresql/shop",
    "postgres://ann.ref:pw@pooler.example:6543/postgres?supa=base-pooler.x",
    "postgres://db.example/shop?user=ann@corp&password=a@b/c",
    "postgres://ann@[::1]:5433/shop",
    "mysql://ann:p%40ss@db.example:3307/shop?charset=utf8mb4",
    "mariadb://ann@db.example/?schemas=a,b",
    "MySQL://ann@db.example/shop",
  ])("stays as it is where it is one of Fuxi's own: %s", (text) => {
    expect(urlOf(text)).toBe(text);
  });

  it.each([
    ["jdbc:postgresql://h/shop?user=ann&password=p%40/s", "postgres://ann:p%40%2Fs@h/shop"],
    ["jdbc:postgresql://h:5433/shop?ApplicationName=x", "postgres://h:5433/shop?ApplicationName=x"],
    ["jdbc:postgresql:///shop?user=ann", "postgres://ann@/shop"],
    ["jdbc:mysql://h:3306/shop?user=ann&serverTimezone=UTC", "mysql://ann@h:3306/shop?serverTimezone=UTC"],
    ["jdbc:mysql://ann:pw@h/shop", "mysql://ann:pw@h/shop"],
  ])("may be JDBC's, with user and password in its parameters: %s", (text, url) => {
    expect(urlOf(text)).toBe(url);
  });

  it.each([
    ["host=127.0.0.1 dbname=shop user=ann", "postgres://ann@127.0.0.1/shop"],
    [
      "host = h  port= 5433 dbname='my shop' password='it\\'s @/#' user=ann",
      "postgres://ann:it's%20%40%2F%23@h:5433/my%20shop",
    ],
    ["dbname=shop host=/run/postgresql port=5433", "postgres:///shop?host=%2Frun%2Fpostgresql&port=5433"],
    ["hostaddr=::1 dbname=shop sslmode=require", "postgres://[::1]/shop?sslmode=require"],
    ["dbname=shop", "postgres:///shop"],
    ["service=mine", "postgres:///?service=mine"],
  ])("may be the keywords of libpq: %s", (text, url) => {
    expect(urlOf(text)).toBe(url);
  });

  it.each([
    ["postgres://ann:p@s#s/w:r?d@h/shop", "postgres://ann:p%40s%23s%2Fw:r%3Fd@h/shop"],
    [
      "postgres://ann:12/34@h:5433/shop?sslmode=require",
      "postgres://ann:12%2F34@h:5433/shop?sslmode=require",
    ],
    ["mysql://ann:100%#1@h/shop", "mysql://ann:100%25%231@h/shop"],
    ["mysql://ann:a b@h/my shop", "mysql://ann:a%20b@h/my%20shop"],
    ["postgres://ann:p%2Fs#1@h/shop", "postgres://ann:p%2Fs%231@h/shop"],
  ])("may have a password whose characters are not percent-encoded: %s", (text, url) => {
    expect(urlOf(text)).toBe(url);
    expect(new URL(url).hostname).toBe("h");
  });

  it("is freed of the quotes that a variable was left with", () => {
    expect(urlOf('"postgres://ann@h/shop"\n')).toBe("postgres://ann@h/shop");
  });

  it.each([
    "./shop.sqlite",
    "/tmp/ann@home/a.csv",
    "data/key=5/a.csv",
    "a=b.csv",
    "shop",
    "https://ann:pw@h/sparql",
    "sparql:https://ann:pw@h/x",
    "rdf:a@b/c",
    "mongodb://ann:pw@h/x",
    "data(1)/a.csv",
    "C:\\a\\b.db",
  ])("is not seen in another target: %s", (text) => {
    expect(serverAddress(text)).toBeUndefined();
  });

  it.each([
    ["postgres://ann:s3cret?x=1@s3cret?y=2@h/d@", "percent-encoded"],
    ["postgres://ann:s3cret@s3cret?x=1@h/shop", "percent-encoded"],
    ["postgres://ann:s3cret#d/shop", "percent-encoded"],
    ["postgres://ann:s3cret@a:5432,b:5432/shop", "Write the one that is to be read"],
    ["host=a,b dbname=shop password=s3cret", "Write the one that is to be read"],
    ["jdbc:mysql://a,b/shop?password=s3cret", "Write the one that is to be read"],
    ["jdbc:mysql:loadbalance://a,b/shop?password=s3cret", "Write postgres://"],
    ["jdbc:postgresql:shop?password=s3cret", "Write postgres://"],
    ["postgresql+asyncpg://ann:s3cret@h:5432/shop", "Write postgres://"],
    ["postgresql+ssh://ann:s3cret@h/bob:s3cret@h2/shop", "Write postgres://"],
    ["postgis://ann:s3cret@h/shop", "Write postgres://"],
    ["pdo-pgsql://ann:s3cret@h/shop", "Write postgres://"],
    ["mysql+pyodbc://ann:s3cret@h/shop", "or mysql://"],
    ["mysql2://ann:s3cret@h/shop?pool=5", "or mysql://"],
    ["mariadb+mariadbconnector://ann:s3cret@h/shop", "or mysql://"],
    ["ann:s3cret@tcp(127.0.0.1:3306)/shop?tls=own", "or mysql://"],
    ["ann:s3c/ret@unix(/run/mysqld/mysqld.sock)/s3cret", "or mysql://"],
    ["ann:s3cret@/shop?tls=skip-verify", "or mysql://"],
    ["ann:s3cret@cloudsql(project:region:name)/shop", "or mysql://"],
    ["Server=h;Database=shop;Uid=ann;Pwd=s3cret;", "Write postgres://"],
    ["Host=h;Database=shop;Username=ann;Password=s3cret", "Write postgres://"],
    ["mysql:host=h;dbname=shop;password=s3cret", "Write postgres://"],
    ["jdbc:oracle:thin:ann/s3cret@h:1521/x", "Write postgres://"],
    ["ann:s3cret@db.example:5432", "Write postgres://"],
    ["dbname=postgres://ann:s3cret@h/shop", "Write that one alone"],
  ])(
    "is refused with what to write, and without its password, where it cannot be honoured: %s",
    (text, hint) => {
      expect(refusalOf(text)).toContain(hint);
      expect(refusalOf(text)).not.toContain("s3cret");
    },
  );
});
