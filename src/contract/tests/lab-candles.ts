import * as z from 'zod/mini';

/** Where a server tells machines that compute backtests which files it has of a symbol, and gives them one by its checksum. */
export const LAB_CANDLES_PATH = '/lab/candles';

export const sha256Schema = z.string().check(z.regex(/^[0-9a-f]{64}$/));

const FOLDERS_MAX = 9;
/** Nothing that could lead out of a folder; `=` and four digits stand for a letter that is not A to Z. */
const FILE_NAME =
  /^(?:(?:[A-Z0-9]|=[0-9A-F]{4})(?:[A-Z0-9_-]|=[0-9A-F]{4}){0,39}\/)?[a-z0-9][a-z0-9-]{0,39}(?:\.[a-z]{1,10})?$/;

/** The answer to `GET /lab/candles/{symbol}`. A file is at `/lab/candles/{symbol}/{sha256}`. */
export const candleFilesSchema = z.array(
  z.object({
    folder: z.int().check(z.nonnegative(), z.maximum(FOLDERS_MAX)),
    name: z.string().check(z.regex(FILE_NAME)),
    sha256: sha256Schema,
  }),
);
