import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { encodedText } from "../../../../../support/encoded-text.ts";
import { fileLoader } from "../../../../../support/loaded-files.ts";
import { temporaryFolder } from "../../../../../support/temporary-folder.ts";

const { only, open, write, table } = fileLoader(temporaryFolder());

const lines = (head: string, ...rows: readonly string[]): string => `${[head, ...rows].join("\n")}\n`;

const RUSSIAN = lines(
  "код;имя;город",
  "1;Иван Петров;Москва",
  "2;Ольга Смирнова;Санкт-Петербург",
  "3;Юлия Щербакова;Нижний Новгород",
  "4;ООО «Ромашка»;Екатеринбург",
);
const POLISH = lines(
  "id,name,city",
  "1,Łukasz Wiśniewski,Łódź",
  "2,Małgorzata Wójcik,Gdańsk",
  "3,Grażyna Zając,Częstochowa",
);
const CZECH = lines(
  "id,name,city",
  "1,Jiří Dvořák,Plzeň",
  "2,Tomáš Němec,Hradec Králové",
  "3,Růžena Šťastná,Ústí nad Labem",
  "4,Přemysl Bureš,České Budějovice",
);
const JAPANESE = lines(
  "番号,名前,住所",
  "1,山田太郎,東京都千代田区",
  "2,佐藤花子,大阪市北区ソースビル",
  "3,鈴木商店,横浜市みなと町",
);
const CHINESE = lines(
  "编号,姓名,城市",
  "1,张伟,北京市海淀区",
  "2,王芳,广州市天河区",
  "3,李娜,上海市浦东新区",
);
const GERMAN = lines(
  "id,name,city",
  "1,Jörg Müller,Köln",
  "2,Günther Weiß,Straßburg",
  "3,Käthe Schröder,Düsseldorf",
);
const GREEK = lines("id,όνομα,πόλη", "1,Γιώργος Παπαδόπουλος,Αθήνα", "2,Ελένη Γεωργίου,Θεσσαλονίκη");

const rowsOf = (text: string): readonly (readonly string[])[] =>
  text
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => line.split(/[,;]/u));

describe("text in an encoding that nobody named", () => {
  it.each<readonly [string, string, string]>([
    ["Windows-1251", "Russian", RUSSIAN],
    ["Windows-1250", "Polish", POLISH],
    ["Windows-1250", "Czech", CZECH],
    ["Shift_JIS", "Japanese", JAPANESE],
    ["GB18030", "Chinese", CHINESE],
    ["Windows-1253", "Greek", GREEK],
    ["Windows-1252", "German", GERMAN],
  ])("is read right from %s with %s names, and told to be a guess", async (encoding, _, text) => {
    const { rows, report } = await only("people.csv", encodedText(text, encoding));
    expect(rows).toEqual(rowsOf(text));
    expect(report.doubts[0]).toMatch(
      /^no UTF-8, and guessed to be .* \(".+"\); if that is wrong, name its encoding with --encoding/u,
    );
  });

  it("is doubted where the words that tell it come after a million characters of ASCII", async () => {
    const ascii = "1;Ivan Petrov;Moskva\n".repeat(60_000);
    const bytes = Buffer.concat([
      Buffer.from(`id;name;city\n${ascii}`),
      encodedText("1;Иван;Москва\n", "Windows-1251"),
    ]);
    const { report } = await only("a.csv", bytes);
    expect(report.reading[0]).toBe("UTF-8");
    expect(report.doubts).toEqual([expect.stringMatching(/^\d+ places with bytes that are no UTF-8/u)]);
  });
});

describe("text in an encoding that was named", () => {
  it.each(["windows-1251", "CP1251", "win-1251"])(
    "is read in it, and there is no doubt (%s)",
    async (name) => {
      const file = write("a.csv", encodedText(RUSSIAN, "Windows-1251"));
      const database = await open({ files: [file], encodings: [name] });
      expect((await table(database, "a")).rows).toEqual(rowsOf(RUSSIAN));
      expect(database.tables[0]).toMatchObject({
        reading: [name, "delimited by ;", "names in row 1"],
        doubts: [],
      });
    },
  );

  it.each([
    ["a.csv", (bytes: Uint8Array) => bytes],
    ["b.csv.gz", gzipSync],
  ] as const)("has U+FFFD for what stands for nothing in it, which is told (%s)", async (name, packed) => {
    const bytes = Buffer.concat([
      encodedText(GERMAN, "Windows-1252"),
      Buffer.from("4,M\u0081ller,Ulm\n", "latin1"),
    ]);
    const database = await open({ files: [write(name, packed(bytes))], encodings: ["windows-1252"] });
    expect((await table(database, name.slice(0, 1))).rows[3]).toEqual(["4", "M\ufffdller", "Ulm"]);
    expect(database.tables[0]?.doubts).toEqual([
      "1 place with bytes that are no windows-1252, read as \ufffd",
    ]);
    const dos = await open({
      files: [write("c.csv", Buffer.from("id,name\n1,M\u0081ller\n", "latin1"))],
      encodings: ["cp850"],
    });
    expect((await table(dos, "c")).rows).toEqual([["1", "Müller"]]);
  });

  it("may be that of one file of several", async () => {
    const files = [
      write("a.csv", encodedText(RUSSIAN, "Windows-1251")),
      write("b.csv", encodedText(POLISH, "ISO-8859-2")),
      write("c.csv", GERMAN),
    ];
    const database = await open({ files, encodings: ["UTF-8", "a.csv=windows-1251", "b.csv=latin2"] });
    expect((await table(database, "a")).rows).toEqual(rowsOf(RUSSIAN));
    expect((await table(database, "b")).rows).toEqual(rowsOf(POLISH));
    expect((await table(database, "c")).rows).toEqual(rowsOf(GERMAN));
    expect(database.tables.flatMap(({ doubts }) => doubts)).toEqual([]);
  });

  it("yields to a byte order mark", async () => {
    const database = await open({ files: [write("b.csv", `\ufeff${GERMAN}`)], encodings: ["macintosh"] });
    expect(database.tables[0]).toMatchObject({
      reading: ["UTF-8", "delimited by ,", "names in row 1"],
      doubts: [],
    });
  });

  it("is an error where it is not known, or no text file could be in it, with what is nearest", async () => {
    const file = write("people.csv", GERMAN);
    await expect(open({ files: [file], encodings: ["shiftjs"] })).rejects.toMatchObject({
      code: "usage",
      message: 'There is no encoding "shiftjs".',
    });
    await expect(open({ files: [file], encodings: ["poeple.csv=cp850"] })).rejects.toMatchObject({
      code: "usage",
      hint: "Did you mean people.csv=…?",
    });
    await expect(open({ files: [write("a.parquet", "PAR1")], encodings: ["cp850"] })).rejects.toMatchObject({
      code: "usage",
    });
  });
});
