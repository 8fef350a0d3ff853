import { describe, expect, it } from "vitest";
import { looksPersonal } from "../../src/config/doctor/personal-columns.ts";
import { schemasUnder, withoutNames } from "../../src/config/doctor/without-names.ts";
import { namingDiagnosis } from "../../src/environments/database/driver/diagnosis.ts";
import {
  engineText,
  joinedTexts,
  namingText,
  schemaNamed,
} from "../../src/environments/database/driver/naming-text.ts";
import type { TableSchema } from "../../src/environments/database/schema/database-schema.ts";

describe("a column's name", () => {
  it.each([
    "email",
    "e_mail",
    "customerEmail",
    "home_phone",
    "dateOfBirth",
    "birth_date",
    "lastName",
    "IBAN",
    "phone2",
    "ip_address",
  ])("%s looks personal", (name) => expect(looksPersonal(name)).toBe(true));
  it.each([
    "id",
    "name",
    "city",
    "mailbox_count",
    "incoming",
    "addresses_valid_count",
    "sexagesimal",
    "amount",
  ])("%s does not", (name) => expect(looksPersonal(name)).toBe(false));
});

describe("what a server tells of itself", () => {
  const told = namingDiagnosis(
    { name: "rights", state: "warning" },
    namingText`A user who may make tables in ${schemaNamed("who", '"who"')} and ${schemaNamed("hr", '"hr"')}: who is that?`,
    joinedTexts(
      [
        "ANALYZE;",
        namingText`REVOKE CREATE ON SCHEMA ${schemaNamed("who", '"who"')} FROM who;`,
        namingText`REVOKE CREATE ON SCHEMA ${schemaNamed("hr", '"hr"')} FROM who;`,
      ],
      "\n",
    ),
  );

  it("is told without the schemas that are denied, each in its place, and whole lines of what mends it with them", () => {
    expect(withoutNames(told, new Set(["public", "hr"]))).toEqual({
      name: "rights",
      state: "warning",
      text: 'A user who may make tables in … and "hr": who is that?',
      mend: 'ANALYZE;\nREVOKE CREATE ON SCHEMA "hr" FROM who;',
    });
  });

  it("is told without what an engine says, in which anything may be named", () => {
    const failed = namingDiagnosis(
      { name: "integrity", state: "fault" },
      namingText`It could not be read: ${engineText("malformed database schema (who)")}`,
    );
    expect(withoutNames(failed, new Set())).toEqual({
      name: "integrity",
      state: "fault",
      text: "It could not be read: …",
    });
  });

  it("stays as it is where there are no rules", () => {
    const { named: _, ...whole } = told;
    expect(withoutNames(told, undefined)).toEqual(whole);
  });

  it("may name the schemas of tables that are seen, and the one that every database has", () => {
    const without: TableSchema = { name: "own", kind: "table", columns: [], foreignKeys: [] };
    const seen: TableSchema = { ...without, name: "staff", schema: "hr" };
    expect([...schemasUnder({ tables: [seen, without] })]).toEqual(["public", "hr"]);
  });
});
