import type { Application, Converter } from "typedoc";

type ConvertType = (...given: Parameters<Converter["convertType"]>) => ReturnType<Converter["convertType"]>;

/**
 * Shows declared types as their source has them. TypeDoc otherwise asks the compiler, which has forgotten some names by then: of
 * `type ErrorCode = keyof typeof ERROR_CODES` it knows only the strings.
 */
export function typesAsWritten({ converter }: Application): void {
  const fromType: ConvertType = converter.convertType.bind(converter);
  const fromNode: Converter["convertType"] = converter.convertType.bind(converter);
  const convertType: ConvertType = (context, type, node) =>
    node === undefined ? fromType(context, type) : fromNode(context, node);
  converter.convertType = convertType as Converter["convertType"];
}
