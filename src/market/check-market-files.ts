import { AppError } from '#base/errors.ts';
import { checkJobs } from './back-fill/job-file.ts';
import { readCoverage } from './store/coverage-file.ts';
import { loadListings } from './store/listing-file.ts';

/** Reads the small files beside the candles: contracts, what is known of their minutes, downloads. @returns a sentence each */
export function checkMarketFiles(folder: string): readonly string[] {
  return [loadListings, readCoverage, checkJobs].flatMap((read) => {
    try {
      read(folder);
      return [];
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return [error.message];
    }
  });
}
