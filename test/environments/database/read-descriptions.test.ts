import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type {
  DatabaseSchema,
  TableSchema,
} from "../../../src/environments/database/schema/database-schema.ts";
import { readDescriptions } from "../../../src/environments/database/schema/read-descriptions.ts";
import { readCsv } from "../../../src/util/read-csv.ts";

import { temporaryFolder } from "../../support/temporary-folder.ts";

const HEAD = "original_column_name,column_name,column_description,data_format,value_description";
const root = temporaryFolder();
let folders = 0;

function folderOf(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = join(root, String(folders++));
  mkdirSync(folder);
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
}

function table(name: string, ...columns: readonly string[]): TableSchema {
  return {
    name,
    kind: "table",
    foreignKeys: [],
    columns: columns.map((each) => ({ name: each, declaredType: "text", affinity: "text", nullable: true })),
  };
}

const schema: DatabaseSchema = {
  tables: [table("member", "member_id", "T-Shirt Size", "phone"), table("event", "id")],
};

describe("CSV", () => {
  it("reads quotes, commas and line breaks inside them, and every kind of line end", () => {
    expect(readCsv('a,b\r\n"x, ""y""","1\n2"\nlast,\n\n')).toEqual([
      ["a", "b"],
      ['x, "y"', "1\n2"],
      ["last", ""],
    ]);
  });

  it("reads a quote that is never closed up to the end", () => {
    expect(readCsv('a,"b\nc')).toEqual([["a", "b\nc"]]);
  });
});

describe("column descriptions", () => {
  it("are merged into the columns they name", async () => {
    const csv = `${HEAD}\nmember_id,member id,"unique, per\nmember",text,\nphone,telephone,,,"commonsense evidence: with area code"\n`;
    const { schema: described, warnings } = await readDescriptions(folderOf({ "member.csv": csv }), schema);
    expect(warnings).toEqual([]);
    const [id, , phone] = described.tables[0]?.columns ?? [];
    expect(id?.description).toEqual({ name: "member id", text: "unique, per member" });
    expect(phone?.description).toEqual({ name: "telephone", values: "with area code" });
    expect(described.tables[1]).toBe(schema.tables[1]);
  });

  it("are read in UTF-8 with a mark, UTF-16 and Latin-1", async () => {
    const csv = `${HEAD}\nphone,,téléphone,,\n`;
    const contents = [
      new Uint8Array([0xef, 0xbb, 0xbf, ...Buffer.from(csv)]),
      new Uint8Array([0xff, 0xfe, ...Buffer.from(csv, "utf16le")]),
      Buffer.from(csv, "latin1"),
    ];
    for (const content of contents) {
      const { schema: described, warnings } = await readDescriptions(
        folderOf({ "member.csv": content }),
        schema,
      );
      expect(warnings).toEqual([]);
      expect(described.tables[0]?.columns[2]?.description?.text).toBe("téléphone");
    }
  });

  it("find tables and columns whose names are written in another form", async () => {
    const files = {
      "Member.CSV": `${HEAD}\nt_shirt_size,,what they wear,,\n`,
      "events.csv": `${HEAD}\n id ,,the key,,\n`,
    };
    const { schema: described, warnings } = await readDescriptions(folderOf(files), schema);
    expect(warnings).toEqual([]);
    expect(described.tables[0]?.columns[1]?.description?.text).toBe("what they wear");
    expect(described.tables[1]?.columns[0]?.description?.text).toBe("the key");
  });

  it("that fit nothing are warnings", async () => {
    const files = {
      "member.csv": `${HEAD}\nshoe,,x,,\nphone\n,,,,\n`,
      "unicorn.csv": HEAD,
      "event.csv": "what,is,this\n1,2,3",
      "notes.txt": "not read",
    };
    const { warnings } = await readDescriptions(folderOf(files), schema);
    expect(warnings).toEqual([
      'event.csv: it has no column "original_column_name".',
      'member.csv: member has no column "shoe".',
      'unicorn.csv: there is no table "unicorn".',
    ]);
  });

  it("in a folder that is not there are an error of the data", async () => {
    await expect(readDescriptions(join(root, "nowhere"), schema)).rejects.toMatchObject({
      code: "data-invalid",
    });
  });
});
