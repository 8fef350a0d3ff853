import { randomUUID } from "node:crypto";
import { openMysqlDriver } from "../../../../src/environments/database/drivers/mysql/mysql-driver.ts";
import type { PrivacyPolicy } from "../../../../src/environments/database/privacy/privacy-policy.ts";
import { scratchMariadb } from "../../../support/mariadb.ts";
import type { Engine } from "./engines.ts";

/** Both are named before they are made: statements name them. */
const HOME = `home_${randomUUID().replaceAll("-", "").slice(0, 12)}`;
export const OTHER_DATABASE = `${HOME}_hr`;

function statements(secret: string, masked: string): readonly string[] {
  const other = OTHER_DATABASE;
  return [
    `CREATE TABLE users (id integer PRIMARY KEY, name text NOT NULL, email varchar(80) UNIQUE, ssn text, age integer)`,
    `CREATE TABLE orders (id integer PRIMARY KEY, user_id integer REFERENCES users (id), user_email varchar(80) REFERENCES users (email), total integer)`,
    `CREATE TABLE secrets (id integer PRIMARY KEY, user_id integer REFERENCES users (id), word text, FULLTEXT (word))`,
    `CREATE TABLE notes (id integer PRIMARY KEY, secret_id integer REFERENCES secrets (id), text text)`,
    `INSERT INTO users VALUES (1, 'Ada', '${masked}@a.example', '${secret}-1', 36), (2, 'Bob', NULL, '${secret}-2', 41), (3, 'Cy', 'c${masked}@a.example', NULL, 7)`,
    `INSERT INTO secrets VALUES (1, 1, '${secret}-word')`,
    `INSERT INTO orders VALUES (1, 1, '${masked}@a.example', 10), (2, 2, NULL, 20)`,
    `INSERT INTO notes VALUES (1, 1, 'plain')`,
    `CREATE VIEW contacts AS SELECT id, email FROM users`,
    `CREATE VIEW contact_count AS SELECT count(id) AS n FROM contacts`,
    `CREATE VIEW everything AS SELECT * FROM users`,
    `CREATE VIEW names AS SELECT id, name FROM users`,
    `CREATE VIEW words AS SELECT word FROM secrets`,
    `CREATE TABLE people (id integer PRIMARY KEY, mail varchar(80), shout varchar(80) AS (upper(mail)) PERSISTENT, loud varchar(90) AS (concat(shout, '!')) VIRTUAL)`,
    `INSERT INTO people (id, mail) VALUES (1, '${masked}')`,
    `CREATE TABLE moods (id integer PRIMARY KEY, felt enum('${secret}-mood', '${masked}-mood') DEFAULT '${masked}-mood', said set('${secret}-said'))`,
    `INSERT INTO moods VALUES (1, '${secret}-mood', '${secret}-said')`,
    `CREATE TABLE Users (id integer, Email text)`,
    `INSERT INTO Users VALUES (1, '${secret}-upper')`,
    `CREATE TABLE days (id integer, day integer, token varchar(40)) PARTITION BY LIST (day) (PARTITION p1 VALUES IN (1), PARTITION p2 VALUES IN (2))`,
    `INSERT INTO days VALUES (1, 1, '${secret}-day')`,
    `CREATE TABLE history (id integer PRIMARY KEY, past varchar(40)) WITH SYSTEM VERSIONING`,
    `INSERT INTO history VALUES (1, '${secret}-past')`,
    `UPDATE history SET past = '${secret}-later'`,
    `CREATE TABLE kept (id integer, word varchar(40)) ENGINE = MyISAM`,
    `INSERT INTO kept VALUES (1, '${secret}-kept')`,
    `CREATE TABLE merged (id integer, word varchar(40)) ENGINE = MERGE UNION = (kept)`,
    `CREATE SEQUENCE counter START WITH 770001`,
    `CREATE FUNCTION tell() RETURNS text READS SQL DATA RETURN (SELECT word FROM secrets LIMIT 1)`,
    // A function with the name of a table that is seen.
    `CREATE FUNCTION notes() RETURNS text READS SQL DATA RETURN (SELECT word FROM secrets LIMIT 1)`,
    `CREATE VIEW told AS SELECT tell() AS answer`,
    `CREATE VIEW declared AS SELECT COLUMN_NAME, COLUMN_TYPE FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = '${HOME}'`,
    `CREATE DATABASE ${other}`,
    `CREATE VIEW ${other}.words AS SELECT word FROM ${HOME}.secrets`,
    `CREATE TABLE ${other}.staff (id integer, pay text)`,
    `INSERT INTO ${other}.staff VALUES (1, '${secret}-pay')`,
    `CREATE VIEW from_afar AS SELECT * FROM ${other}.words`,
    `CREATE VIEW quoting AS SELECT id, 'it''s' AS q FROM secrets`,
  ];
}

export function mariadbEngine(secret: string, masked: string): Engine {
  return {
    name: "MariaDB",
    home: HOME,
    driver: (url) => openMysqlDriver({ url }),
    async make() {
      const database = await scratchMariadb(HOME);
      for (const sql of statements(secret, masked)) await database.execute(sql);
      return {
        target: database.url,
        async drop() {
          await database.execute(`DROP DATABASE ${OTHER_DATABASE}`);
          await database.drop();
        },
      };
    },
  };
}

export function mariadbPolicy({ deny = [], mask = [] }: PrivacyPolicy): PrivacyPolicy {
  return {
    deny: [...deny, "days", "history", "kept", "moods.said"],
    mask: [...mask, "moods.felt"],
  };
}
