import * as z from 'zod';

/** Increases when an older program could not read the file any more. */
export const BACKUP_FORMAT = 1;

/**
 * A backup is one gzip file of lines of JSON: this head, then parts, then the manifest. A part is a line that names a
 * table or a file, followed by its rows or its text, one JSON string a line.
 */
export const headSchema = z.object({
  product: z.literal('botyard'),
  format: z.int().positive(),
  version: z.string(),
  commit: z.string().nullable(),
  /** Wall time, ISO 8601. */
  createdAt: z.iso.datetime(),
  /** Name of the last migration of the database. */
  migration: z.string(),
  sequences: z.array(z.object({ table: z.string(), column: z.string(), lastValue: z.string().nullable() })),
});

/** What a backup was made from. */
export type BackupHead = z.infer<typeof headSchema>;

/** Every backup of any format begins with these. */
export const anyHeadSchema = headSchema.pick({ product: true, format: true, version: true }).loose();

const tableHead = z.object({ table: z.string(), columns: z.array(z.string()) });
const fileHead = z.object({ file: z.string() });
export const partSchema = z.union([tableHead, fileHead]);

/** A table with its columns, or a file with its path below the data folder. */
export type PartHead = z.infer<typeof partSchema>;

const manifest = z.array(z.object({ name: z.string(), lines: z.int().nonnegative(), sha256: z.string() }));
export const endSchema = z.object({ manifest, sha256: z.string() });

/** Each part with its number of rows and the checksum of its lines. */
export type Manifest = z.infer<typeof manifest>;

export function nameOf(head: PartHead): string {
  return 'table' in head ? head.table : head.file;
}
