import type { RdfFormat } from "../load-report.ts";
import type { TableBuilder } from "../table/table-builder.ts";
import type { Delimiter } from "./delimited-line.ts";
import { DelimitedReader } from "./delimited-reader.ts";
import { lineBlocks } from "./line-blocks.ts";
import type { LoadFaults } from "./load-faults.ts";
import { NTriplesReader } from "./n-triples-reader.ts";
import type { SourceFile } from "./source-file.ts";

export interface ReadResult {
  /** Triples of the file, repeated ones included; those that were made up (labels of delimited files) are not. */
  readonly triples: number;
  /** Where reading came to; 1 where that is not known. */
  readonly lines: number;
}

/** Reads the chunks of a file in any format. Relative IRIs of documents without a base are resolved against `file:///<name>`. */
export async function readTriples(
  file: SourceFile,
  chunks: AsyncIterable<Uint8Array>,
  builder: TableBuilder,
  faults: LoadFaults,
  options: { readonly format: RdfFormat; readonly delimiter?: Delimiter },
): Promise<ReadResult> {
  const base = `file:///${encodeURIComponent(file.name)}`;
  const done = (graphs: number, lines = 1): ReadResult => {
    if (graphs > 0) {
      const what = graphs === 1 ? "One named graph was" : `${graphs.toLocaleString("en")} named graphs were`;
      faults.remark(`${what} put together with the rest into one set of triples.`);
    }
    return { triples: builder.triples, lines };
  };
  switch (options.format) {
    case "n-triples":
    case "n-quads": {
      const reader = new NTriplesReader(builder, faults, { quads: options.format === "n-quads" });
      for await (const block of lineBlocks(chunks)) reader.read(block);
      return done(reader.graphs, reader.lines);
    }
    case "turtle":
    case "trig": {
      const { TurtleReader } = await import("./turtle-reader.ts");
      const reader = new TurtleReader(builder, faults, { base });
      for await (const chunk of chunks) reader.push(chunk);
      reader.end();
      return done(reader.graphs);
    }
    case "rdf-xml": {
      const { readRdfXml } = await import("./rdf-xml-reader.ts");
      await readRdfXml(chunks, builder, faults, { base, head: file.head });
      return done(0);
    }
    case "json-ld": {
      const { readJsonLd } = await import("./json-ld-reader.ts");
      const { graphs } = await readJsonLd(chunks, builder, faults, { base });
      return done(graphs);
    }
    case "delimited": {
      const { delimiter = "\t" } = options;
      const reader = new DelimitedReader(builder, faults, { delimiter, fileName: file.name });
      for await (const block of lineBlocks(chunks)) reader.read(block);
      const { triples } = reader;
      reader.finish();
      return { ...done(0), triples };
    }
  }
}
