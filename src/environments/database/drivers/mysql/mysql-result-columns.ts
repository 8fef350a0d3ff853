import type { ResultColumn } from "../../driver/sql-driver.ts";
import type { MysqlField } from "./mysql-value.ts";

const UNSIGNED = 32;
const ENUM = 256;
const SET = 2048;
const BINARY_CHARACTERS = 63;
const WIDEST_CHARACTER = 4;

const NUMBERS: Readonly<Record<number, string>> = {
  1: "tinyint",
  2: "smallint",
  3: "int",
  4: "float",
  5: "double",
  8: "bigint",
  9: "mediumint",
};
const OTHERS: Readonly<Record<number, string>> = {
  6: "null",
  7: "timestamp",
  10: "date",
  11: "time",
  12: "datetime",
  13: "year",
  14: "date",
  16: "bit",
  245: "json",
  247: "enum",
  248: "set",
  255: "geometry",
};

export function mysqlResultColumn(field: MysqlField): ResultColumn {
  const type = typeName(field);
  return {
    name: field.name,
    ...(type === undefined ? {} : { type }),
  };
}

function typeName(field: MysqlField): string | undefined {
  const { columnType, flags, columnLength, decimals, extendedTypeName, extendedFormat } = field;
  if (extendedTypeName !== undefined || extendedFormat !== undefined)
    return extendedTypeName ?? extendedFormat;
  if (flags & ENUM) return "enum";
  if (flags & SET) return "set";
  const number = NUMBERS[columnType];
  if (number !== undefined) return `${number}${flags & UNSIGNED ? " unsigned" : ""}`;
  if (columnType === 0 || columnType === 246) {
    const room = (decimals > 0 ? 1 : 0) + (flags & UNSIGNED ? 0 : 1);
    return `decimal(${columnLength - room},${decimals})`;
  }
  const binary = field.characterSet === BINARY_CHARACTERS;
  if (columnType >= 249 && columnType <= 252) return binary ? "blob" : "text";
  if (columnType === 253 || columnType === 15)
    return binary ? `varbinary(${columnLength})` : `varchar(${columnLength / WIDEST_CHARACTER})`;
  if (columnType === 254)
    return binary ? `binary(${columnLength})` : `char(${columnLength / WIDEST_CHARACTER})`;
  return OTHERS[columnType];
}
