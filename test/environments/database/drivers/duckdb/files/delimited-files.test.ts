import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { fileLoader } from "../../../../../support/loaded-files.ts";
import { temporaryFolder } from "../../../../../support/temporary-folder.ts";

const { only } = fileLoader(temporaryFolder());

const windows1252 = (text: string): Uint8Array =>
  Uint8Array.from(
    [...text],
    (letter) => ({ "€": 0x80, "“": 0x93, "”": 0x94, "’": 0x92 })[letter] ?? letter.charCodeAt(0),
  );

describe("the bytes of a text file", () => {
  const rows = [["Müller", "5 €"]];
  const text = "name;note\nMüller;5 €\n";
  it.each<readonly [string, Uint8Array, string]>([
    ["UTF-8", Buffer.from(text), "UTF-8"],
    ["UTF-8 with a byte order mark", Buffer.from(`\ufeff${text}`), "UTF-8"],
    ["UTF-16 with a byte order mark", Buffer.from(`\ufeff${text}`, "utf16le"), "UTF-16"],
    ["UTF-16 without one", Buffer.from(text, "utf16le"), "UTF-16"],
    ["big-endian UTF-16 without one", Buffer.from(text, "utf16le").swap16(), "UTF-16"],
    ["big-endian UTF-16", Buffer.from(`\ufeff${text}`, "utf16le").swap16(), "UTF-16"],
    ["Windows-1252", windows1252(text), "Windows-1252"],
    ["a .gz", gzipSync(text), "UTF-8"],
  ])("are read as %s", async (kind, bytes, encoding) => {
    const loaded = await only(kind === "a .gz" ? "a.csv.gz" : "a.csv", bytes);
    expect(loaded.types).toEqual({ name: "VARCHAR", note: "BIGINT" });
    expect(loaded.rows.map(([name]) => name)).toEqual(rows.map(([name]) => name));
    expect(loaded.report.reading[0]).toBe(encoding);
  });

  it("are UTF-8 where most lines are, with U+FFFD for what is none, and that is told", async () => {
    const bytes = Buffer.concat([Buffer.from("name\nMüller\n"), windows1252("“Weiß”\n")]);
    const { rows: read, report } = await only("a.csv", bytes);
    expect(read).toEqual([["Müller"], ["\ufffdWei\u07d4"]]);
    expect(report.doubts).toEqual(["1 place with bytes that are no UTF-8, read as \ufffd"]);
  });

  it("may have NULs, which are left out and counted", async () => {
    const { rows: read, report } = await only("a.csv", "a,b\nx\0y,1\nz,2\n");
    expect(read).toEqual([
      ["xy", "1"],
      ["z", "2"],
    ]);
    expect(report.doubts).toEqual(["1 NUL character left out"]);
  });

  it("are told to be damaged where a .gz ends early", async () => {
    const cut = gzipSync("a,b\n1,2\n".repeat(5000)).subarray(0, 60);
    await expect(only("a.csv.gz", cut)).rejects.toMatchObject({
      code: "target-corrupt",
      message: /^a\.csv\.gz: /,
    });
  });
});

describe("the records of a text file", () => {
  it.each<readonly [string, string, readonly (readonly string[])[]]>([
    [
      "line ends of several kinds",
      "a,b\r\nx,y\nz,w\rv,u",
      [
        ["x", "y"],
        ["z", "w"],
        ["v", "u"],
      ],
    ],
    [
      "line ends of old Macs",
      "a,b\rx,y\rz,w\r",
      [
        ["x", "y"],
        ["z", "w"],
      ],
    ],
    [
      "line breaks and delimiters in quotes",
      'a,b\n"x\ny","z,""w"""\nq,r\n',
      [
        ["x\ny", 'z,"w"'],
        ["q", "r"],
      ],
    ],
    [
      "quotes that are escaped by a backslash",
      'a,b\n"say \\"hi\\", you",1x\nq,r\n',
      [
        ['say "hi", you', "1x"],
        ["q", "r"],
      ],
    ],
    [
      "single quotes",
      "a,b\n'x,y','it'\n'q','r'\n",
      [
        ["x,y", "it"],
        ["q", "r"],
      ],
    ],
    [
      "blanks behind the delimiters",
      'a, b, c\nx, y, "z, w"\nq, r, s\n',
      [
        ["x", "y", "z, w"],
        ["q", "r", "s"],
      ],
    ],
    ["Excel's first line", "sep=;\na;b\nx,1;y\n", [["x,1", "y"]]],
    [
      "tabs",
      "a\tb\nx, y\tz\nq\tr\n",
      [
        ["x, y", "z"],
        ["q", "r"],
      ],
    ],
    ["bars", "a|b\nx|y\n", [["x", "y"]]],
  ])("may have %s", async (_, text, rows) => {
    expect((await only("a.csv", text)).rows).toEqual(rows);
  });

  it("keep a quote that is never closed, instead of the rest of the file inside it", async () => {
    const { rows, report } = await only("a.csv", 'a,b\nx,"24 inch\ny,z\nq,r\n');
    expect(rows).toEqual([
      ["x", '"24 inch'],
      ["y", "z"],
      ["q", "r"],
    ]);
    expect(report.doubts).toEqual(['quotes (") inside cells or never closed, kept as written']);
  });

  it("are not swallowed between two quotes that open nothing", async () => {
    const { rows } = await only("a.csv", 'a,b\nx,"24 inch\ny,z\nq,"17 inch"\nv,w\n');
    expect(rows).toEqual([
      ["x", '"24 inch'],
      ["y", "z"],
      ["q", "17 inch"],
      ["v", "w"],
    ]);
  });

  it.each([
    ["a quote is never closed", 'a,b\n"x, y",z\nw,"open\n', "as a quote is never closed"],
    ["a row has many more cells", `a,b\n${"1,2\n".repeat(400)}${"1,".repeat(30)}\n`, "see line 402"],
  ])(
    "are refused with the line where %s, and the cells cannot be told apart otherwise",
    async (_, text, where) => {
      await expect(only("a.csv", text)).rejects.toMatchObject({
        code: "target-corrupt",
        message: `a.csv: The cells of the file cannot be told apart: ${where}.`,
      });
    },
  );

  it("are all kept where they have too few or too many cells, and told by their rows", async () => {
    const { rows, report, types } = await only("a.csv", "a,b,c\n1,2,3\n4,5\n6,7,8,nine,ten\n,,\n");
    expect(Object.keys(types)).toEqual(["a", "b", "c", "more_cells"]);
    expect(rows).toEqual([
      ["1", "2", "3", null],
      ["4", "5", null, null],
      ["6", "7", "8", "nine,ten"],
    ]);
    expect(report.doubts).toEqual([
      "1 row with fewer cells than columns (row 3)",
      "1 row with more cells than columns (row 4); the rest is in the last column",
      "1 empty row left out",
    ]);
  });
});

describe("the row of names", () => {
  it("is found below a title, which is told", async () => {
    const { types, report, comments } = await only(
      "a.csv",
      "Sales report 2024;;\n\nid;name;city\n1;Ann;Ulm\n2;Ben;Bonn\n",
    );
    expect(Object.keys(types)).toEqual(["id", "name", "city"]);
    expect(report.reading).toEqual([
      "UTF-8",
      "delimited by ;",
      "names in row 3",
      'title "Sales report 2024"',
    ]);
    expect(comments[""]).toContain("Sales report 2024");
  });

  it.each<readonly [string, string, readonly string[]]>([
    ["missing where the first row is data", "1,ann,2.5\n2,ben,3.5\n", ["column_1", "column_2", "column_3"]],
    ["missing where its words come again", "red,round\nred,square\nblue,round\n", ["column_1", "column_2"]],
    ["taken for names where it has years", "country,2019,2020\nPeru,1,2\n", ["country", "2019", "2020"]],
    [
      "completed where names are empty or the same",
      "id,,Name,name\n1,2,3,4\n",
      ["id", "column_2", "Name", "name_2"],
    ],
    ["shifted where the row names have none", "x,y,z\na,1,2,3\nb,4,5,6\n", ["row_name", "x", "y", "z"]],
  ])("is %s", async (_, text, names) => {
    expect((await only("a.csv", text)).names).toEqual(names);
  });

  it.each<readonly [string, (text: string) => Uint8Array, string]>([
    ["UTF-16", (text) => Buffer.from(`\ufeff${text}`, "utf16le"), "UTF-16"],
    ["Windows-1252", windows1252, "Windows-1252"],
  ])(
    "is found below lines of a title in %s, also one with a delimiter in it",
    async (_, encoded, encoding) => {
      const text =
        "Umsätze 2024\r\nStand: Januar; Zentrale\r\n\r\nTag;Stadt;Umsatz\r\n31.12.2024;Köln;1.234,50\r\n30.12.2024;Lübeck;9,00\r\n";
      const { types, rows, report } = await only("a.csv", encoded(text));
      expect(types).toEqual({ Tag: "DATE", Stadt: "VARCHAR", Umsatz: "DECIMAL(18,2)" });
      expect(rows[0]).toEqual(["2024-12-31", "Köln", "1234.50"]);
      expect(report.reading).toEqual([
        encoding,
        "delimited by ;",
        "names in row 4",
        'title "Umsätze 2024 / Stand: Januar Zentrale"',
      ]);
    },
  );
});
