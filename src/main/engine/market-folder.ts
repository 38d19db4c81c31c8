import path from 'node:path';
import type { Config } from '../config.ts';

/** The folder of the marks, beside the folders of the symbols; lower case, because no symbol is. */
export const MARKS = 'marks';

/** Data of different exchanges is never mixed: the demo's prices are not the real ones. */
export function marketFolder({
  dataDir,
  candlesDir,
  exchange,
}: Pick<Config, 'dataDir' | 'candlesDir' | 'exchange'>): string {
  return exchange === 'mainnet' ? candlesDir : path.join(dataDir, 'market', exchange);
}
