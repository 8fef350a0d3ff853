import { crc32 } from "node:zlib";

/** A ZIP of stored files: what an `.xlsx` is. */
export function zipFile(files: Readonly<Record<string, string>>): Uint8Array {
  const bodies: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const data = Buffer.from(text);
    const fixed = Buffer.alloc(26);
    fixed.writeUInt16LE(20, 0);
    fixed.writeUInt32LE(crc32(data), 10);
    fixed.writeUInt32LE(data.length, 14);
    fixed.writeUInt32LE(data.length, 18);
    fixed.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from("PK\u0003\u0004"), fixed, Buffer.from(name), data]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    entries.push(
      Buffer.concat([Buffer.from("PK\u0001\u0002"), Buffer.from([20, 0]), fixed, place, Buffer.from(name)]),
    );
    bodies.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...bodies, directory, Buffer.from("PK\u0005\u0006"), end]);
}

/** A cell as the XML of a sheet has it: text, number, formula with its value, or a day (style 1). */
export type XmlCell =
  | string
  | number
  | { readonly formula: string; readonly value: number }
  | { readonly day: number }
  | boolean
  | null;

/** An `.xlsx` with the sheets. */
export function workbook(sheets: Readonly<Record<string, readonly (readonly XmlCell[])[]>>): Uint8Array {
  const names = Object.keys(sheets);
  const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
  const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const packaged = "http://schemas.openxmlformats.org/package/2006";
  const listed = names.map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`);
  const related = names.map(
    (_, at) =>
      `<Relationship Id="rId${at + 1}" Type="${office}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
  );
  const files: Record<string, string> = {
    "[Content_Types].xml": `<?xml version="1.0"?><Types xmlns="${packaged}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    "_rels/.rels": `<?xml version="1.0"?><Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": `<?xml version="1.0"?><workbook ${main} xmlns:r="${office}"><sheets>${listed.join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<?xml version="1.0"?><Relationships xmlns="${packaged}/relationships">${related.join("")}<Relationship Id="rId90" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    "xl/styles.xml": `<?xml version="1.0"?><styleSheet ${main}><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
  };
  for (const [at, name] of names.entries()) {
    const rows = (sheets[name] ?? []).map(
      (row, y) =>
        `<row r="${y + 1}">${row.map((cell, x) => xmlCell(cell, `${String.fromCharCode(65 + x)}${y + 1}`)).join("")}</row>`,
    );
    files[`xl/worksheets/sheet${at + 1}.xml`] =
      `<?xml version="1.0"?><worksheet ${main}><sheetData>${rows.join("")}</sheetData></worksheet>`;
  }
  return zipFile(files);
}

function xmlCell(cell: XmlCell, place: string): string {
  if (cell === null) return "";
  if (typeof cell === "boolean") return `<c r="${place}" t="b"><v>${cell ? 1 : 0}</v></c>`;
  if (typeof cell === "number") return `<c r="${place}"><v>${cell}</v></c>`;
  if (typeof cell === "string") return `<c r="${place}" t="inlineStr"><is><t>${cell}</t></is></c>`;
  if ("day" in cell) return `<c r="${place}" s="1"><v>${cell.day}</v></c>`;
  return `<c r="${place}"><f>${cell.formula}</f><v>${cell.value}</v></c>`;
}
