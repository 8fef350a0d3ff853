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
const TAIWANESE = lines(
  "編號,姓名,城市",
  "1,陳怡君,臺北市大安區",
  "2,林志豪,高雄市前鎮區",
  "3,黃淑芬,新竹縣竹北市",
);
const KOREAN = lines(
  "번호,이름,도시",
  "1,김민준,서울특별시 강남구",
  "2,이서연,부산광역시 해운대구",
  "3,박지훈,대구광역시 수성구",
);
const GERMAN = lines(
  "id,name,city",
  "1,Jörg Müller,Köln",
  "2,Günther Weiß,Straßburg",
  "3,Käthe Schröder,Düsseldorf",
);
const FRENCH = lines(
  "id,nom,ville",
  "1,Hélène Lefèvre,Orléans",
  "2,François Château,Besançon",
  "3,Zoé Benoît,Nîmes",
);
const TURKISH = lines(
  "id,ad,şehir",
  "1,Ayşe Yıldız,İstanbul",
  "2,Çağrı Güneş,Eskişehir",
  "3,Işıl Doğan,Muğla",
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
    ["KOI8-R", "Russian", RUSSIAN.replaceAll(/[«»]/gu, "")],
    ["IBM866", "Russian", RUSSIAN.replaceAll(/[«»]/gu, "")],
    ["ISO-8859-2", "Polish", POLISH],
    ["Windows-1250", "Polish", POLISH],
    ["ISO-8859-2", "Czech", CZECH],
    ["Windows-1250", "Czech", CZECH],
    ["IBM852", "Czech", CZECH],
    ["Shift_JIS", "Japanese", JAPANESE],
    ["EUC-JP", "Japanese", JAPANESE],
    ["GB18030", "Chinese", CHINESE],
    ["Big5", "Chinese of Taiwan", TAIWANESE],
    ["EUC-KR", "Korean", KOREAN],
    ["IBM850", "German", GERMAN],
    ["IBM850", "French", FRENCH],
    ["Macintosh", "German", GERMAN],
    ["Macintosh", "French", FRENCH],
    ["Windows-1254", "Turkish", TURKISH],
    ["Windows-1253", "Greek", GREEK],
  ])("is read right from %s with %s names, and told to be a guess", async (encoding, _, text) => {
    const { rows, report } = await only("people.csv", encodedText(text, encoding));
    expect(rows).toEqual(rowsOf(text));
    expect(report.doubts[0]).toMatch(
      /^no UTF-8, and guessed to be .* \(".+"\); if that is wrong, name its encoding with --encoding/u,
    );
  });

  it("says how it reads a cell, and what that would be in another encoding", async () => {
    const { report } = await only("a.csv", encodedText(RUSSIAN, "Windows-1251"));
    expect(report.reading[0]).toBe("Windows-1251");
    expect(report.doubts[0]).toContain('guessed to be Windows-1251 ("');
  });

  it.each<readonly [string, string]>([
    ["German", GERMAN],
    ["French", FRENCH],
    [
      "Spanish",
      lines("id,nombre,ciudad", "1,José Muñoz,Málaga", "2,Íñigo Peña,La Coruña", "3,Begoña Güell,Cádiz"),
    ],
    [
      "Portuguese",
      lines(
        "id,nome,cidade",
        "1,João Conceição,São Paulo",
        "2,Inês Magalhães,Évora",
        "3,Antônio Guimarães,Brasília",
      ),
    ],
    ["Italian", lines("id,nome,nota", "1,Niccolò Forlì,caffè", "2,Cesarò,è già più")],
    ["Danish", lines("id,navn,by", "1,Søren Kjær,Århus", "2,Åse Bøgh,Helsingør", "3,Jørgen Ærø,Ølstykke")],
    [
      "Swedish",
      lines("id,namn,ort", "1,Åke Sjöström,Göteborg", "2,Märta Öberg,Malmö", "3,Örjan Ängström,Luleå"),
    ],
    ["Icelandic", lines("id,nafn,staður", "1,Þórður Guðmundsson,Reykjavík", "2,Ásdís Ægisdóttir,Ísafjörður")],
    ["Dutch", lines("id,naam,plaats", "1,Zoë Daniëls,’s-Gravenhage", "2,Chloé Coördinator,Reünie")],
    [
      "names of all Western Europe",
      lines(
        "id,name,city",
        "1,Jörg Müller,Köln",
        "2,José Muñoz,Málaga",
        "3,Søren Kjær,Århus",
        "4,João Simões,São Paulo",
        "5,Hélène Lefèvre,Nîmes",
        "6,Åke Öberg,Malmö",
        "7,Niccolò Forlì,Forlì",
        "8,Dvořák,".replace("řá", "ra"),
      ),
    ],
    ["signs alone", lines("id,price,note", "1,5 €,20 °C", "2,7 £,“so” – or not…", "3,12 €,½ © 2020™")],
  ])("is read as Windows-1252 without a doubt where it is %s", async (_, text) => {
    const { report } = await only("people.csv", encodedText(text, "Windows-1252"));
    expect(report.reading[0]).toBe("Windows-1252");
    expect(report.doubts).toEqual([]);
  });

  it("is doubted where its only word is odd, and likely encodings are named with the word as they read it", async () => {
    const { rows, report } = await only("a.csv", Buffer.from("id,name\n1,M\u009fller\n", "latin1"));
    expect(rows).toEqual([["1", "MŸller"]]);
    expect(report.doubts).toEqual([
      expect.stringMatching(/guessed to be Windows-1252 \("MŸller"\); .* perhaps .*Macintosh \("Müller"\)/u),
    ]);
  });

  it("is doubted for one byte that stands for nothing in Windows-1252", async () => {
    const bytes = Buffer.concat([
      encodedText(GERMAN, "Windows-1252"),
      Buffer.from("4,M\u0081ller,Ulm\n", "latin1"),
    ]);
    const { report } = await only("a.csv", bytes);
    expect(report.doubts).toEqual([expect.stringMatching(/perhaps IBM85\d \("Müller"\)/u)]);
  });

  it("is doubted where the words that tell it come after a million characters of ASCII", async () => {
    const ascii = "1;Ivan Petrov;Moskva\n".repeat(60_000);
    const bytes = Buffer.concat([
      Buffer.from(`id;name;city\n${ascii}`),
      encodedText(RUSSIAN, "Windows-1251"),
    ]);
    const { report } = await only("a.csv", bytes);
    expect(report.reading[0]).toBe("Windows-1252");
    expect(report.doubts).toContainEqual(
      expect.stringMatching(/guessed to be Windows-1252 .* perhaps Windows-1251/u),
    );
  });

  it("has U+FFFD for bytes that are none of it, and they are counted", async () => {
    const bytes = Buffer.concat([
      encodedText(JAPANESE, "Shift_JIS"),
      Uint8Array.of(0x34, 0x2c, 0xfd, 0x2c, 0x78, 0x0a),
    ]);
    const { rows, report } = await only("a.csv", bytes);
    expect(rows[3]).toEqual(["4", "\ufffd", "x"]);
    expect(report.doubts).toContain("1 place with bytes that are no Shift_JIS, read as \ufffd");
  });

  it.each<readonly [string, boolean, boolean]>([
    ["little-endian UTF-32 with a byte order mark", true, true],
    ["little-endian UTF-32 without one", true, false],
    ["big-endian UTF-32 with a byte order mark", false, true],
    ["big-endian UTF-32 without one", false, false],
  ])("is read as %s", async (_, littleEndian, marked) => {
    const text = lines("name,note", "Müller,5 €", "東京,😀");
    const { rows, report } = await only("a.csv", utf32(`${marked ? "\ufeff" : ""}${text}`, littleEndian));
    expect(rows).toEqual([
      ["Müller", "5 €"],
      ["東京", "😀"],
    ]);
    expect(report.reading[0]).toBe("UTF-32");
    expect(report.doubts).toEqual([]);
  });

  it("is guessed in JSON, too", async () => {
    const { rows, report } = await only(
      "a.json",
      encodedText('[{"name":"Москва"},{"name":"Тверь"}]', "Windows-1251"),
    );
    expect(rows).toEqual([["Москва"], ["Тверь"]]);
    expect(report.reading).toEqual(["Windows-1251", "JSON objects"]);
    expect(report.doubts).toEqual([expect.stringContaining("guessed to be Windows-1251")]);
  });
});

function utf32(text: string, littleEndian: boolean): Uint8Array {
  const points = [...text].map((character) => character.codePointAt(0) ?? 0);
  const view = new DataView(new ArrayBuffer(points.length * 4));
  for (const [at, point] of points.entries()) view.setUint32(at * 4, point, littleEndian);
  return new Uint8Array(view.buffer);
}

describe("text in an encoding that was named", () => {
  it.each(["windows-1251", "CP1251", "win-1251"])(
    "is read in it, and there is no doubt (%s)",
    async (name) => {
      const file = write("a.csv", encodedText(RUSSIAN, "Windows-1251"));
      const database = await open({ files: [file], encodings: [name] });
      expect((await table(database, "a")).rows).toEqual(rowsOf(RUSSIAN));
      expect(database.tables[0]).toMatchObject({
        reading: ["Windows-1251", "delimited by ;", "names in row 1"],
        doubts: [],
      });
    },
  );

  it("is told where bytes stand for nothing in it, with the line", async () => {
    const good = encodedText(JAPANESE.repeat(3).replace(/\n$/u, ""), "Shift_JIS");
    const file = write(
      "a.csv",
      Buffer.concat([good, Buffer.from("\r\n5,"), Uint8Array.of(0x81, 0x20), Buffer.from("\n")]),
    );
    await expect(open({ files: [file], encodings: ["sjis"] })).rejects.toMatchObject({
      code: "data-invalid",
      message: "a.csv: Line 13 has bytes that are no Shift_JIS.",
      hint: expect.stringContaining("Name the encoding"),
    });
  });

  it("has the right line also where the fault comes after pieces of a million bytes", async () => {
    const row = encodedText("1,山田太郎,東京\r\n", "Shift_JIS");
    const rows = Array.from({ length: 120_000 }, () => row);
    const bytes = Buffer.concat([Buffer.from("id,name,city\r\n"), ...rows, Uint8Array.of(0x81, 0x20)]);
    expect(bytes.length).toBeGreaterThan(2_000_000);
    for (const [name, content] of [
      ["a.csv", bytes],
      ["b.csv.gz", gzipSync(bytes)],
    ] as const) {
      await expect(open({ files: [write(name, content)], encodings: ["Shift_JIS"] })).rejects.toMatchObject({
        message: `${name}: Line 120,002 has bytes that are no Shift_JIS.`,
      });
    }
  });

  it("is refused where a byte is undefined in its code page", async () => {
    const file = write("a.csv", Buffer.from("id,name\n1,M\u0081ller\n", "latin1"));
    await expect(open({ files: [file], encodings: ["windows-1252"] })).rejects.toMatchObject({
      message: "a.csv: Line 2 has bytes that are no Windows-1252.",
    });
    const database = await open({ files: [file], encodings: ["cp850"] });
    expect((await table(database, "a")).rows).toEqual([["1", "Müller"]]);
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

  it("is doubted where the bytes are UTF-8 all the same, and a byte order mark goes before it", async () => {
    const [plain, marked] = [write("a.csv", GERMAN), write("b.csv", `\ufeff${GERMAN}`)];
    const database = await open({ files: [plain, marked], encodings: ["macintosh"] });
    expect(database.tables.map(({ reading, doubts }) => [reading[0], doubts])).toEqual([
      ["Macintosh", ["it is valid UTF-8, and was read as Macintosh because that was named"]],
      ["UTF-8", []],
    ]);
  });

  it("is another file in the cache than the same without", async () => {
    const file = write("a.csv", encodedText(RUSSIAN, "Windows-1251"));
    const [guessed, told] = [
      await open({ files: [file] }),
      await open({ files: [file], encodings: ["KOI8-R"] }),
    ];
    expect(told.path).not.toBe(guessed.path);
    expect(told.key).toBe(guessed.key);
  });

  it("is an error where it is not known, or no text file could be in it, with what is nearest", async () => {
    const file = write("people.csv", GERMAN);
    await expect(open({ files: [file], encodings: ["shiftjs"] })).rejects.toMatchObject({
      code: "usage",
      message: 'There is no encoding "shiftjs".',
      hint: "Did you mean Shift_JIS?",
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
