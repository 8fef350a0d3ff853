import { describe, expect, it } from "vitest";
import { looksPersonal } from "../../src/config/doctor/personal-columns.ts";
import { withoutNames } from "../../src/config/doctor/without-names.ts";

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
  const told = {
    name: "rights",
    state: "warning",
    text: 'The role a may make tables in "hr" and "threads", and wage of hr.person.',
    mend: 'GRANT SELECT ON PERSON TO a;\nREVOKE CREATE ON SCHEMA "hr" FROM PUBLIC;\nREVOKE CREATE ON SCHEMA "threads" FROM PUBLIC;',
  } as const;

  it("is told without names that are denied, whole lines of what mends it with them", () => {
    const naming = { hidden: new Set(["person", "wage"]), schemas: new Set(["threads"]) };
    expect(withoutNames(told, naming)).toEqual({
      ...told,
      text: 'The role a may make tables in "…" and "threads", and … of hr.….',
      mend: 'REVOKE CREATE ON SCHEMA "threads" FROM PUBLIC;',
    });
  });

  it("stays as it is where there are no rules", () => {
    expect(withoutNames(told, undefined)).toEqual(told);
  });
});
