/** A file of stored candles, of settled funding or of listed contracts, as its content is at this moment. */
export interface CandleFile {
  /** Which of the server's folders it lies in: what lies in different ones is never mixed. */
  readonly folder: number;
  /** Its path inside that folder, with `/`. */
  readonly name: string;
  /** Of its content, in hexadecimal digits. */
  readonly sha256: string;
}

/** The stored past of contracts, file by file, for other machines that compute backtests. */
export interface CandleFiles {
  /** All that a backtest of the symbol may read; empty when nothing is stored. */
  list(symbol: string): Promise<readonly CandleFile[]>;
  /** The content of a file of the symbol; null when no file has that checksum, or has it no more. */
  read(symbol: string, sha256: string): Promise<Buffer | null>;
}

/** What other machines that compute backtests may read, and the token that they show. */
export interface SharedCandles {
  readonly token: string;
  readonly files: CandleFiles;
}
