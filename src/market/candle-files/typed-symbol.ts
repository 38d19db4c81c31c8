import { normalText } from '#base/typed/typed-text.ts';
import { loadListings } from '../store/listing-file.ts';
import { storedSymbols } from './folder.ts';

/**
 * Returns the name of the contract that a user typed. The exact spelling wins, because the exchange lists names that
 * normalisation changes; a name that is neither listed nor stored is normalised, as all typed names are.
 * @param folder - the folder of all candles
 * @param isFound - true for names that are known from elsewhere, such as an archive to import
 * @throws AppError MARKET_FILE_DAMAGED, CANDLES_NOT_READABLE
 */
export function typedSymbol(folder: string, text: string, isFound: (symbol: string) => boolean = () => false): string {
  const exact = text.trim();
  const normal = normalText(exact);
  if (exact === normal || isFound(exact)) return exact;
  const isListed = (loadListings(folder) ?? []).some(({ instrument }) => instrument.symbol === exact);
  return isListed || storedSymbols(folder).includes(exact) ? exact : normal;
}
